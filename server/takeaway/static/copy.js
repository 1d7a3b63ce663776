// A button that copies the text it stands beside. Without https browsers only know the old way.
for (const button of document.querySelectorAll("[data-copy]")) {
  const text = document.getElementById(button.dataset.copy);
  button.hidden = false;
  button.addEventListener("click", () => {
    text.select();
    if (document.execCommand("copy")) button.textContent = button.dataset.copied;
  });
}
