/** The style of every page: one column that grows to two, tables that become cards on a phone, no motion. */
export const STYLE = `
:root {
  --ground: #f6f7f9; --surface: #fff; --sunken: #f0f2f5; --line: #dde1e7; --line-strong: #a7afbb;
  --text: #1b2028; --muted: #59626f; --accent: #2f5bc4; --on-accent: #fff; --tint: #e9effc;
  --good: #1d6b47; --warn: #875600; --bad: #b0271d;
  --mono: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14161a; --surface: #1b1e24; --sunken: #23272e; --line: #30353e; --line-strong: #67707e;
    --text: #e5e8ed; --muted: #a3abb8; --accent: #90b0fb; --on-accent: #10182b; --tint: #222c44;
    --good: #7dcfa4; --warn: #e3b263; --bad: #ff9d94;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; background: var(--ground); color: var(--text);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
}
h1, h2, h3, p, dl, dd, ul, pre, table { margin: 0; padding: 0; }
h1 { font-size: 1.6rem; line-height: 1.25; letter-spacing: -0.01em; overflow-wrap: anywhere; }
h2 { font-size: 1.05rem; line-height: 1.4; }
h3 { font-size: 0.85rem; font-weight: 600; color: var(--muted); }
ul { list-style: none; }
a { color: var(--accent); text-underline-offset: 0.15em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
main:focus { outline: none; }
code, pre, .mono { font-family: var(--mono); font-size: 0.85em; }
code, .name { overflow-wrap: anywhere; unicode-bidi: isolate; }
.muted, .none, time { color: var(--muted); }
time { font-variant-numeric: tabular-nums; white-space: nowrap; }
.skip { position: absolute; left: -999rem; top: 0; padding: 0.5rem 1rem; background: var(--surface); }
.skip:focus { left: 0; z-index: 1; }

.bar {
  display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 1.5rem;
  padding: 0.6rem max(1rem, calc((100vw - 66rem) / 2)); background: var(--surface);
  border-bottom: 1px solid var(--line);
}
.brand { font-weight: 650; }
.brand span { font-weight: 400; color: var(--muted); }
nav { display: flex; flex-wrap: wrap; gap: 0.25rem; }
.bar nav a { padding: 0.3rem 0.7rem; border-radius: 6px; text-decoration: none; color: var(--text); }
.bar nav a:hover { background: var(--sunken); }
.bar nav a[aria-current] { background: var(--tint); color: var(--accent); font-weight: 600; }
.live { margin-left: auto; font-size: 0.85rem; color: var(--muted); }
.live::before {
  content: ""; display: inline-block; width: 0.5rem; height: 0.5rem; margin-right: 0.4rem;
  border-radius: 50%; background: var(--line-strong);
}
.live[data-state="on"]::before { background: var(--good); }
.live[data-state="off"] { color: var(--bad); }
.live[data-state="off"]::before { background: var(--bad); }

main {
  display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem;
  max-width: 68rem; margin: 0 auto; padding: 1.5rem 1rem 4rem;
}
.card { min-width: 0; padding: 1rem; background: var(--surface); border: 1px solid var(--line); border-radius: 10px; }
.card > h2 { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; margin-bottom: 0.6rem; }
.card > h2 small { font-size: 0.85rem; font-weight: 400; color: var(--muted); }
.card > h3 { margin: 1rem 0 0.35rem; }
.card > p + p { margin-top: 0.35rem; }
.sub { margin-top: 0.25rem; color: var(--muted); overflow-wrap: anywhere; }
.facts { display: flex; flex-wrap: wrap; gap: 0.35rem 2.5rem; }
.facts dt, .pairs dt { font-size: 0.85rem; color: var(--muted); }
.facts dd { font-variant-numeric: tabular-nums; }
.facts time { color: inherit; }
.pairs { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.25rem 1rem; align-items: baseline; }
.pairs dd { overflow-wrap: anywhere; }

.search { display: flex; gap: 0.5rem; margin-bottom: 0.75rem; }
.search input {
  flex: 1; min-width: 0; max-width: 26rem; padding: 0.45rem 0.7rem; font: inherit; font-size: 16px;
  color: inherit; background: var(--ground); border: 1px solid var(--line-strong); border-radius: 7px;
}
.search input::placeholder { color: var(--muted); opacity: 1; }
.search button, .pager a, .bar button, .card button {
  padding: 0.45rem 0.9rem; font: inherit; color: var(--accent); text-decoration: none;
  background: var(--surface); border: 1px solid var(--line-strong); border-radius: 7px; cursor: pointer;
}
.search button:hover, .pager a:hover, .bar button:hover, .card button:hover { background: var(--tint); }
.bar button, .card button { padding: 0.25rem 0.7rem; font-size: 0.85rem; }
.filter { flex-wrap: wrap; align-items: end; }
.filter label { display: grid; font-size: 0.85rem; color: var(--muted); }
.filter select, .filter input { flex: none; padding: 0.35rem 0.5rem; font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--line-strong); border-radius: 7px; }
.actions { display: grid; gap: 0.5rem; margin-top: 0.6rem; }
.actions li { display: flex; flex-wrap: wrap; gap: 0.35rem 0.75rem; align-items: baseline; }
.actions code { color: var(--muted); }
.pager { align-items: center; gap: 0.75rem; margin-top: 0.9rem; }

.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
caption { text-align: left; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
th, td { padding: 0.5rem 0.9rem 0.5rem 0; text-align: left; vertical-align: top; border-top: 1px solid var(--line); }
th:last-child, td:last-child { padding-right: 0; }
thead th { padding-top: 0; border-top: 0; font-size: 0.85rem; font-weight: 500; color: var(--muted); white-space: nowrap; }
tbody th { font-weight: 500; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.id, .small { display: block; font-size: 0.78rem; font-weight: 400; color: var(--muted); overflow-wrap: anywhere; }
.small { font-size: 0.85rem; }
.id { font-family: var(--mono); }
.chips { display: flex; flex-wrap: wrap; gap: 0.35rem; }
.chips li {
  padding: 0.05rem 0.5rem; font-family: var(--mono); font-size: 0.85em; overflow-wrap: anywhere;
  unicode-bidi: isolate; background: var(--sunken); border-radius: 5px;
}
.chips .off { color: var(--muted); text-decoration: line-through; }
.tag { font-size: 0.85rem; white-space: nowrap; }
.tag::before { content: ""; display: inline-block; width: 0.5rem; height: 0.5rem; margin-right: 0.4rem; border-radius: 50%; background: currentColor; }
.good { color: var(--good); } .warn { color: var(--warn); } .bad { color: var(--bad); }
.quiet { color: var(--muted); }
tbody time, tbody p { font-size: 0.85rem; }
.method { font-weight: 650; }
.status { font-variant-numeric: tabular-nums; font-weight: 600; white-space: nowrap; }

.machine { display: block; width: 100%; max-width: 32rem; height: auto; margin: 0.25rem 0 0.75rem; }
.machine text { font: 500 13px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; fill: var(--text); text-anchor: middle; }
.machine .note { font-size: 11px; font-weight: 400; fill: var(--muted); text-anchor: start; }
.machine rect { fill: var(--surface); stroke: var(--line-strong); stroke-width: 1.5; }
.machine .edge { fill: none; stroke: var(--line-strong); stroke-width: 1.5; }
.machine .head { fill: var(--line-strong); }
.machine .closed { stroke-dasharray: 4 3; }
.machine .closed text { fill: var(--muted); }
.machine .current rect { fill: var(--accent); stroke: var(--accent); }
.machine .current rect + rect { stroke: var(--on-accent); }
.machine .current text { fill: var(--on-accent); font-weight: 650; }
.state { display: inline-flex; align-items: center; gap: 0.5rem; white-space: nowrap; }
.state svg { width: 2.4rem; height: 1rem; flex: none; fill: var(--line-strong); }
.state svg .current { fill: var(--accent); }

details { border-top: 1px solid var(--line); }
summary { padding: 0.5rem 0; cursor: pointer; overflow-wrap: anywhere; }
summary:hover { color: var(--accent); }
summary code { word-break: break-all; }
details > *:last-child { margin-bottom: 0.75rem; }
pre { padding: 0.6rem 0.75rem; white-space: pre-wrap; overflow-wrap: anywhere; background: var(--sunken); border-radius: 7px; }
.entries { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 0.5rem; }
.entries > li { padding: 0.6rem 0.75rem; background: var(--sunken); border-radius: 7px; }
.entries pre { padding: 0; background: none; }
.entry { display: grid; grid-template-columns: minmax(0, max-content) minmax(0, 1fr); gap: 0.1rem 1rem; font-family: var(--mono); font-size: 0.82rem; }
.entry dt { color: var(--muted); overflow-wrap: anywhere; unicode-bidi: isolate; }
.entry dd { overflow-wrap: anywhere; unicode-bidi: isolate; }
.entry dd.inner { grid-column: 1 / -1; padding-left: 0.9rem; margin-left: 0.1rem; border-left: 2px solid var(--line-strong); }
.entry .entry { font-size: inherit; }

@media (min-width: 42.01rem) {
  .even { table-layout: fixed; min-width: 40rem; }
  .even th:last-child { width: 34%; }
}
@media (min-width: 56rem) {
  main { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .wide { grid-column: 1 / -1; }
  .card { padding: 1.1rem 1.25rem; }
}
@media (max-width: 42rem) {
  .brand { flex: 1; }
  .bar nav { order: 1; width: 100%; margin-left: -0.7rem; }
  .facts { display: grid; grid-template-columns: repeat(3, auto); justify-content: start; }
  .facts > :first-child { grid-column: 1 / -1; }
  .cards thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .cards, .cards tbody, .cards th, .cards td { display: block; }
  .cards tr { display: flex; flex-wrap: wrap; align-items: center; gap: 0.1rem 0.6rem; font-size: 0.88rem; padding: 0.6rem 0; border-top: 1px solid var(--line); }
  .cards tbody tr:first-child { border-top: 0; padding-top: 0; }
  .cards th, .cards td { padding: 0; border: 0; text-align: left; }
  .cards .row { width: 100%; }
  .cards .name { font-size: 0.95rem; }
  .cards .state { display: flex; gap: 0.3rem; }
  .cards td[data-label]::before { content: attr(data-label) " "; color: var(--muted); font-size: 0.85rem; }
  .cards td:empty { display: none; }
}
`;
