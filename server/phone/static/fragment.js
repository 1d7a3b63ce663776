// A QR code carries its secret behind the #, which never leaves the phone by itself. This puts it into the form that is
// waiting for it, takes it out of the address, and sends the form.

const take = () => {
  const form = document.querySelector("form[data-fragment]");
  const said = decodeURIComponent(location.hash.slice(1));
  if (!form || !said) return;
  history.replaceState(null, "", location.pathname + location.search);
  const fields = form.dataset.fragment.split(" ");
  const parts = said.split(".");
  if (parts.length !== fields.length) return;
  fields.forEach((field, i) => fill(form, field, parts[i]));
  form.submit();
};

/** An event that is not in the list is sent all the same: the box says what is wrong with it. */
function fill(form, field, value) {
  const input = form.elements[field];
  if (input.localName === "select" && ![...input.options].some((option) => option.value === value)) {
    input.append(new Option(value, value));
  }
  input.value = value;
}

take();
addEventListener("hashchange", take);
