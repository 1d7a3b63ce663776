// Whoever clicked the winner types the number next: the cursor jumps to its field. Arrow keys walk on undisturbed.

document.addEventListener("click", (event) => {
  const { target, detail } = event;
  if (!detail || !target.closest(".r-form [name=winner]")) return; // a click by keyboard has no detail
  const field = document.getElementById(target.value === "draw" ? "on_1" : "wounds");
  if (field && field.offsetParent && !field.value) field.focus();
});
