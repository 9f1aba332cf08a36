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

// Fields that only some choices need: a select that `data-shows` a group hides the group's fields that it does not name.
function sift() {
  for (const select of document.querySelectorAll("select[data-shows]")) {
    const group = select.dataset.shows;
    for (const one of document.querySelectorAll(`[data-for^="${group} "]`)) {
      one.hidden = !one.dataset.for.split(" ").slice(1).includes(select.value);
    }
  }
}
document.addEventListener("change", sift);
document.addEventListener("DOMContentLoaded", sift);

// When the background is done the page is loaded anew, unless something has been typed that would be lost by it.
let typed = false;
document.addEventListener("input", () => { typed = true; });
document.addEventListener("job-done", () => { if (!typed) location.reload(); });

// A click that nobody answers must not look like one that did nothing.
document.addEventListener("htmx:sendError", () => {
  const said = document.querySelector(".said");
  if (!said) return;
  const told = document.createElement("p");
  told.className = "bad";
  told.tabIndex = -1;
  told.textContent = said.dataset.closed;
  said.replaceChildren(told);
  told.focus();
});

// Where the reader was before a form was answered in place: its form and button, to be found again in the new page.
let last = null;
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target !== document.body) return;
  const here = document.activeElement;
  last = here && here !== document.body ? { id: here.id, action: here.form?.getAttribute("action"), name: here.name, value: here.value } : null;
});

function again() {
  if (!last) return null;
  if (last.id && document.getElementById(last.id)) return document.getElementById(last.id);
  const alike = [...document.querySelectorAll("button")].filter((one) => one.form?.getAttribute("action") === last.action);
  return alike.find((one) => one.name === last.name && one.value === last.value) ?? alike[0] ?? null;
}

// After a form was answered in place, a reader is taken to what was said, else to where he was, else to the page's start.
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.detail.target !== document.body) return; // the progress of the background takes nobody's place
  typed = false;
  sift();
  const told = document.querySelector("[data-focus]") ?? document.querySelector(".said p");
  if (told) {
    told.tabIndex = -1;
    told.focus({ preventScroll: false });
  } else if (document.activeElement === document.body) {
    (again() ?? document.getElementById("main"))?.focus({ preventScroll: true });
  }
  last = null;
});
