// The desk's own script: copying, and the clock. Everything else is plain forms, carried by htmx.
"use strict";

async function copy(area) {
  const text = area.value;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    area.focus();
    area.select();
    document.execCommand("copy");
  }
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const area = document.getElementById(button.dataset.copy);
  if (!area) return;
  await copy(area);
  const said = document.getElementById("copied");
  const before = button.textContent;
  said.textContent = said.dataset.said;
  button.textContent = said.dataset.said;
  button.classList.add("done");
  setTimeout(() => {
    button.textContent = before;
    button.classList.remove("done");
    said.textContent = "";
  }, 1600);
});

function tick() {
  for (const clock of document.querySelectorAll("[data-until]")) {
    const left = Math.floor((new Date(clock.dataset.until) - Date.now()) / 1000);
    if (Number.isNaN(left)) continue;
    if (left <= 0) {
      clock.textContent = clock.dataset.over;
      continue;
    }
    const hours = Math.floor(left / 3600);
    const minutes = String(Math.floor((left % 3600) / 60)).padStart(hours ? 2 : 1, "0");
    const seconds = String(left % 60).padStart(2, "0");
    clock.textContent = hours ? `${hours}:${minutes}:${seconds}` : `${minutes}:${seconds}`;
  }
}
setInterval(tick, 1000);

// After a form was answered in place, a reader is taken to what was said.
document.addEventListener("htmx:afterSettle", () => {
  const said = document.querySelector(".said p");
  if (said) {
    said.tabIndex = -1;
    said.focus({ preventScroll: false });
  }
});
