// How the box says that a match stands: the newest answer counts, in whatever order answers come.

/** Ask by `askOnce`. What changes while the box answers is asked for again: the answer may be older. Then `done`. */
export function looker(askOnce, done) {
  let looking = false;
  let again = false;
  return async () => {
    again = looking;
    if (looking) return;
    looking = true;
    do {
      again = false;
      await askOnce();
    } while (again);
    looking = false;
    done();
  };
}

export function older(match, known) {
  const [epoch, seq] = match.revision.split(".").map(Number);
  const [knownEpoch, knownSeq] = (known?.revision ?? "0.0").split(".").map(Number);
  return epoch < knownEpoch || (epoch === knownEpoch && seq < knownSeq);
}
