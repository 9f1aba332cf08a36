// Keeps the players' page fresh and adds what only a script can: a clock, copying, finding one's vote.
// Everything it shows stands in the page without it.
"use strict";
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const one = (selector, within = document) => within.querySelector(selector);
  const lang = document.documentElement.lang;
  const status = one("#status");
  const kept = `golosa:find:${location.pathname}`;
  const remembered = () => { try { return localStorage.getItem(kept) || ""; } catch { return ""; } };
  const remember = (text) => { try { localStorage.setItem(kept, text); } catch { /* a private window keeps nothing */ } };

  // The end in the reader's own zone, where it is another one, and the time left.
  const localTimes = () => {
    for (const place of all("[data-here]")) {
      const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      const at = new Date(place.dataset.here);
      const show = (timeZone) => at.toLocaleString(lang, { dateStyle: "medium", timeStyle: "short", timeZone });
      place.lastElementChild.textContent = show(zone);
      place.hidden = show(zone) === show(place.dataset.zone);
    }
  };
  const two = (value) => String(value).padStart(2, "0");
  const tick = () => {
    for (const place of all("[data-until]")) {
      const left = Math.floor((new Date(place.dataset.until) - Date.now()) / 1000);
      place.hidden = false;
      if (left < 0) place.textContent = place.dataset.over;
      else one("b", place).textContent = `${Math.floor(left / 3600)}:${two(Math.floor(left / 60) % 60)}:${two(left % 60)}`;
    }
  };

  const copyButton = (words, text) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = words.copy;
    button.addEventListener("click", async () => {
      try { await navigator.clipboard.writeText(text()); } catch { return; }
      button.textContent = words.copied;
      setTimeout(() => { button.textContent = words.copy; }, 2000);
    });
    return button;
  };
  const copying = () => {
    for (const list of all(".ballots")) {
      for (const item of list.children) {
        const code = one("code", item).textContent;
        const button = copyButton(list.dataset, () => code);
        button.setAttribute("aria-label", `${list.dataset.copy}: ${code}`);
        item.append(button);
      }
    }
  };

  const finding = () => {
    const form = one("#find");
    if (!form) return;
    const nick = one("input", form), told = one("output", form), players = all(".players > div");
    const look = () => {
      const wanted = nick.value.trim().toLocaleLowerCase(lang);
      const found = players.filter((player) => player.dataset.name.toLocaleLowerCase(lang).includes(wanted));
      for (const player of players) {
        player.hidden = Boolean(wanted) && !found.includes(player);
        player.classList.toggle("mine", Boolean(wanted) && found.includes(player));
      }
      told.textContent = wanted && !found.length ? told.dataset.none : "";
    };
    form.hidden = false;
    form.addEventListener("submit", (event) => event.preventDefault());
    nick.value = remembered();
    nick.addEventListener("input", () => { remember(nick.value); look(); });
    look();
  };

  const reporting = () => {
    const report = one("#report"), list = one(".players");
    if (!report || !list) return;
    const text = one("textarea", report);
    report.append(copyButton(report.dataset, () => text.value));
    for (const post of all("dl.players [data-post], .marks [data-post]")) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "report";
      button.textContent = "?";
      const id = post.dataset.post, named = post.textContent.endsWith(` ${id}`) ? post.textContent : `${post.textContent} (id ${id})`;
      button.setAttribute("aria-label", `${list.dataset.report} ${named}`);
      button.title = button.getAttribute("aria-label");
      button.addEventListener("click", () => {
        text.value = report.dataset.text.replace("{post}", () => named).replace("{url}", () => post.href || "");
        report.hidden = false;
        text.focus();
      });
      post.closest("dd, li").append(" ", button);
    }
  };

  const enhance = () => { localTimes(); tick(); copying(); finding(); reporting(); };

  // A newer page takes this one's place; what was open, typed and focused stays so.
  const swap = (next) => {
    if (one("script[src]").src !== new URL(one("script[src]", next).getAttribute("src"), location.href).href) {
      location.reload();
      return;
    }
    const open = all("details[id]").map((part) => [part.id, part.open]);
    const aside = all(".wide").map((part) => part.scrollLeft);
    const report = one("#report"), written = report && !report.hidden ? one("textarea", report).value : null;
    const focused = document.activeElement && document.activeElement.id;
    const high = scrollY;
    document.title = next.title;
    document.body.dataset.version = next.body.dataset.version;
    for (const part of ["header", "main"]) one(part).replaceWith(document.adoptNode(one(part, next)));
    enhance();
    for (const [id, was] of open) { const part = document.getElementById(id); if (part) part.open = was; }
    all(".wide").forEach((part, index) => { part.scrollLeft = aside[index] || 0; });
    if (written !== null && one("#report")) { one("#report").hidden = false; one("#report textarea").value = written; }
    if (focused && document.getElementById(focused)) document.getElementById(focused).focus({ preventScroll: true });
    scrollTo(scrollX, high);
    status.textContent = status.dataset.text.replace("{at}", new Date().toLocaleTimeString(lang));
  };
  const refresh = async (version) => {
    if (version === document.body.dataset.version) return;
    const answer = await fetch(location.href.split("#")[0], { cache: "no-cache" });
    if (!answer.ok) return;
    const next = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (next.body.dataset.version !== document.body.dataset.version) swap(next);
  };

  // Events where the server sends them; else a look at a small file, which costs nothing when it is unchanged.
  const state = document.body.dataset.state;
  let source = null, timer = 0;
  const pause = () => {
    if (source && source.readyState === EventSource.OPEN) return 300;
    const ends = all("[data-until]").map((place) => (new Date(place.dataset.until) - Date.now()) / 60000);
    return ends.some((left) => left > -60 && left < 15) ? 10 : 30;
  };
  const listen = (address) => {
    source = new EventSource(address);
    source.addEventListener("version", (event) => { refresh(event.data).catch(() => {}); });
    source.addEventListener("error", () => { if (source && source.readyState === EventSource.CLOSED) source = null; });
  };
  const look = async () => {
    clearTimeout(timer);
    if (!document.hidden) {
      try {
        const answer = await fetch(state, { cache: "no-cache" });
        if (answer.ok) {
          const events = answer.headers.get("Golosa-Events");
          if (events && !source) listen(events);
          await refresh((await answer.json()).version);
        }
      } catch { /* no network for the moment: the next look tells */ }
    }
    timer = setTimeout(look, pause() * (800 + Math.random() * 400));
  };

  enhance();
  setInterval(tick, 1000);
  if (state && location.protocol !== "file:") {
    look();
    document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
  }
})();
