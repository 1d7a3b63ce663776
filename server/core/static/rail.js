// On a phone the places are a bar that scrolls: bring the one we are at into view.

document.querySelector(".d-rail [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
