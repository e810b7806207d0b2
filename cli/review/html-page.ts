import { createHash } from 'node:crypto';
import { oneLine } from '../text/words';
import { placeOf, type Group, type Printed, type Report } from './report';

/** Of more equal rows only the names of their zones are shown. */
const MOST_WHOLE = 5;

/** Groups of more zones begin closed, unless somebody has to look at them. */
const OPEN_UP_TO = 10;

/** One column on a phone, light and dark as the reader's system asks. */
const STYLE = `
:root{color-scheme:light dark;--page:#f6f7f9;--card:#fff;--ink:#1b1f27;--soft:#5a6472;--line:#d9dee6;--stop:#b3261e;
--look:#8a5a00;--rest:#2457c5;--good:#1b6e3c}
@media(prefers-color-scheme:dark){:root{--page:#14171c;--card:#1d2128;--ink:#e8ebf0;--soft:#a3adba;--line:#343b46;
--stop:#ff8a80;--look:#f0bd5c;--rest:#8fb2ff;--good:#7bd69c}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,"Segoe UI",Roboto,sans-serif}
main{max-width:64rem;margin:0 auto;padding:1rem}
h1{font-size:1.5rem;line-height:1.25;margin:.5rem 0}
h1.stop{color:var(--stop)}h1.good{color:var(--good)}
main>p{margin:.25rem 0}
nav{background:var(--page);padding:.5rem 0;display:flex;flex-wrap:wrap;gap:.4rem}
@media(min-width:40rem){nav{position:sticky;top:0}}
nav a{border:1px solid var(--line);border-radius:1rem;padding:.1rem .7rem;background:var(--card);text-decoration:none;color:var(--rest)}
nav a.stop{color:var(--stop)}nav a.look{color:var(--look)}
input{font:inherit;flex:1 1 12rem;min-width:0;padding:.1rem .6rem;border:1px solid var(--line);border-radius:.4rem;
background:var(--card);color:inherit}
details{background:var(--card);border:1px solid var(--line);border-left:.3rem solid var(--rest);border-radius:.4rem;
margin:.6rem 0;padding:.4rem .8rem;overflow-wrap:anywhere}
details.stop{border-left-color:var(--stop)}details.look{border-left-color:var(--look)}
summary{cursor:pointer;font-weight:600}
summary bdi{font-weight:400}
code{overflow-wrap:anywhere}
i{color:var(--soft);font-style:normal;font-size:.85em}
ul{margin:.2rem 0;padding-left:1.2rem}
.m{display:inline-block;margin-right:1rem}
[hidden]{display:none}
a[id]{scroll-margin-top:7rem}
`.trim();

/** A count shows its rows; the text in the field, those that have it. Without scripts, a count leads to the first one. */
const SCRIPT = `
const field = document.querySelector('input'), groups = [...document.querySelectorAll('main>details')];
const opened = new Map(groups.map((group) => [group, group.open]));
const has = (element, text) => element.textContent.toLowerCase().includes(text);
function show() {
  const mark = location.hash.slice(1), text = field.value.trim().toLowerCase();
  for (const group of groups) {
    const whole = text === '' || has(group.querySelector('summary'), text) ||
      [...group.querySelectorAll(':scope>ul>li.c')].some((common) => has(common, text));
    let any = whole;
    for (const entry of group.querySelectorAll(':scope>ul>li:not(.c)')) {
      const places = [...entry.querySelectorAll('.p')];
      const detail = whole || (text !== '' && [...entry.querySelectorAll('.d')].some((each) => has(each, text)));
      for (const place of places) place.hidden = !detail && !has(place, text);
      entry.hidden = !detail && places.every((place) => place.hidden);
      any ||= !entry.hidden;
    }
    group.hidden = !any || (mark !== '' && !group.dataset.marks.split(' ').includes(mark));
    group.open = text !== '' || mark !== '' ? true : opened.get(group);
  }
}
field.addEventListener('input', show);
addEventListener('hashchange', () => { show(); scrollTo(0, 0); });
show();
`.trim();

/** The report as one page that needs nothing else: its style and its script are the only ones that may run. */
export function htmlText({ command, title, tone, summary, counts, groups, next = [] }: Report): string {
  const policy = `default-src 'none'; style-src '${hashOf(STYLE)}'; script-src '${hashOf(SCRIPT)}'; base-uri 'none'; form-action 'none'`;
  const links = counts.map(
    ({ mark, level, text }) => `<a class="${level}" href="#${mark}">${escaped(text)}</a>`,
  );
  const anchored = new Set<string>();
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    `<title>${escaped(`${command === 'review' ? 'Review: ' : ''}${title}`)}</title>`,
    `<style>${STYLE}</style>`,
    '</head>',
    `<body><main><h1 class="${tone}">${escaped(title)}</h1>`,
    ...summary.map((line) => `<p>${escaped(line)}</p>`),
    `<nav>${links.join('')}<a href="#">all</a><input type="search" placeholder="Filter" aria-label="Filter"></nav>`,
    ...groups.map((group) => groupElement(group, anchored)),
    ...next.map(({ what, command }) => `<p>${escaped(what)}: <code>${escaped(oneLine(command))}</code></p>`),
    '</main>',
    `<script>${SCRIPT}</script></body>`,
    '</html>',
    '',
  ].join('\n');
}

/** A group, with the anchors of the counts whose first rows it has. */
function groupElement({ marks, level, rows, heading, place, lines }: Group, anchored: Set<string>): string {
  const anchors = marks.filter((mark) => !anchored.has(mark)).map((mark) => `<a id="${mark}"></a>`);
  for (const mark of marks) anchored.add(mark);
  const open = level !== 'rest' || rows.length <= OPEN_UP_TO ? ' open' : '';
  const items = lines.map((line) => {
    if (line.rows.length === 0) return `<li class="c">${line.texts.map(foreign).join('')}</li>`;
    const places = line.rows.map((row) => placeElement(row, line.rows.length > MOST_WHOLE)).join('');
    return `<li>${places}${list(line.below.map((text) => `<li class="d">${foreign(text)}</li>`))}</li>`;
  });
  const title = `${anchors.join('')}${escaped(heading)}${place === '' ? '' : ` ${foreign(place)}`}`;
  return `<details class="${level}" data-marks="${marks.join(' ')}"${open}><summary>${title}</summary>${list(items)}</details>`;
}

function list(items: readonly string[]): string {
  return items.length === 0 ? '' : `<ul>${items.join('')}</ul>`;
}

/** The zone of a row: by its name alone where many are equal, of which JSON has the ids and addresses. */
function placeElement(row: Printed, isOneOfMany: boolean): string {
  const [place = '', ...where] = placeOf(row);
  const text = isOneOfMany ? (row.zone?.name ?? place) : place;
  const rest = isOneOfMany ? '' : where.map((each) => ` <i>${foreign(each)}</i>`).join('');
  return `<div class="p${isOneOfMany ? ' m' : ''}">${foreign(text)}${rest}</div>`;
}

/** A text of others. It stands apart, so that text from right to left does not reorder what is around it. */
function foreign(text: string): string {
  return `<bdi>${escaped(oneLine(text))}</bdi>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (each) => `&#${each.charCodeAt(0)};`);
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
