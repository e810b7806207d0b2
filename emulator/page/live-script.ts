/**
 * Fetches the page again every two seconds while it is visible, and replaces the parts that changed. It keeps what
 * the reader did: open details, the scroll position of wide tables, the focus, a selection. Without the script,
 * reloading works too. It completes addresses itself, because fetch refuses what has the token of the page's own in it.
 */
export const LIVE_SCRIPT = `
(() => {
  'use strict';
  const EVERY = 2000;
  const live = document.getElementById('live');
  const say = (text, state) => {
    if (live.textContent !== text) live.textContent = text;
    live.dataset.state = state;
  };

  const parts = (page) =>
    new Map([...page.querySelectorAll('main > [id]')].map((part) => [part.id, part.outerHTML]));
  let shown = parts(document);

  const keyOf = (element) =>
    element.id || element.getAttribute('href') || (element.parentElement && element.parentElement.id) || '';
  const replace = (old, fresh) => {
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    const scrolled = [...old.querySelectorAll('.scroll')].map((box) => box.scrollLeft);
    for (const details of old.querySelectorAll('details[id]')) {
      const next = fresh.querySelector('#' + CSS.escape(details.id));
      if (next) next.open = details.open;
    }
    old.replaceWith(fresh);
    [...fresh.querySelectorAll('.scroll')].forEach((box, index) => (box.scrollLeft = scrolled[index] || 0));
    if (!focused) return;
    const again = [...fresh.querySelectorAll(focused.tagName)].find((next) => keyOf(next) === keyOf(focused));
    if (!again) return;
    if (again.tagName === 'INPUT') again.value = focused.value;
    again.focus({ preventScroll: true });
  };

  const update = (text) => {
    const next = new DOMParser().parseFromString(text, 'text/html');
    if (!next.querySelector('main')) throw new Error('not a page');
    const fresh = parts(next);
    if ([...fresh.keys()].join() !== [...shown.keys()].join())
      replace(document.querySelector('main'), next.querySelector('main'));
    else
      for (const [id, markup] of fresh)
        if (markup !== shown.get(id)) replace(document.getElementById(id), next.getElementById(id));
    document.title = next.title;
    shown = fresh;
  };

  let paused = false;
  let snapshot;
  const done = (text) => {
    document.getElementById('done').textContent = text;
  };
  const act = async ({ textContent, dataset: { method, path, body, kept } }) => {
    if (kept === 'sends' && snapshot === undefined) return done('Take a snapshot first.');
    const sent = kept === 'sends' ? snapshot : body || undefined;
    const response = await fetch(location.origin + path, { method, body: sent });
    const answer = await response.text();
    if (kept === 'keeps' && response.ok) snapshot = answer;
    done(textContent.trim() + ': ' + (response.ok ? 'done.' : response.status + ' ' + answer.slice(0, 300)));
    look();
  };
  document.addEventListener('click', (event) => {
    const button = event.target.closest('button');
    if (!button) return;
    if (button.dataset.copy)
      navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent).then(() => (button.textContent = 'Copied'));
    else if (button.dataset.method) act(button).catch(() => done('The emulator does not answer.'));
    else if (button.id === 'pause') {
      paused = !paused;
      button.textContent = paused ? 'Go on' : 'Pause';
      if (!paused) look();
    }
  });

  let timer;
  const again = () => {
    clearTimeout(timer);
    timer = setTimeout(look, EVERY);
  };
  const look = async () => {
    if (document.visibilityState !== 'visible' || paused) return;
    clearTimeout(timer);
    const selection = getSelection();
    if (selection && !selection.isCollapsed) return again();
    try {
      const response = await fetch(location.origin + location.pathname + location.search, { cache: 'no-store' });
      update(await response.text());
      say('Updates automatically', 'on');
    } catch {
      say('The emulator does not answer', 'off');
    }
    again();
  };
  document.addEventListener('visibilitychange', look);
  say('Updates automatically', 'on');
  again();
})();
`;
