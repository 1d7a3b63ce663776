// What phones of five years ago do not know yet and our modules use.

if (!AbortSignal.timeout) {
  AbortSignal.timeout = (ms) => {
    const patience = new AbortController();
    setTimeout(() => patience.abort(), ms);
    return patience.signal;
  };
}
