/** The page's style: one column on a phone, light and dark as the reader's system asks. */
export const STYLE = `
:root { color-scheme: light dark;
  --page: #f6f7f9; --card: #ffffff; --ink: #1b1f27; --soft: #5a6472; --line: #d9dee6; --track: #b9c1cd;
  --stop: #b3261e; --stop-back: #fdecea; --warn: #8a5a00; --good: #1b6e3c; --accent: #2457c5; }
@media (prefers-color-scheme: dark) { :root {
  --page: #14171c; --card: #1d2128; --ink: #e8ebf0; --soft: #a3adba; --line: #343b46; --track: #56606e;
  --stop: #ff8a80; --stop-back: #3a1f1e; --warn: #f0bd5c; --good: #7bd69c; --accent: #8fb2ff; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); line-height: 1.5;
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif; }
main { max-width: 72rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .5rem; }
h2 { font-size: 1.15rem; margin: 2.25rem 0 .75rem; }
h3 { font-size: 1rem; margin: 1.25rem 0 .5rem; color: var(--soft); font-weight: 600; }
h2 .count, summary .count { color: var(--soft); font-weight: 400; }
bdi { overflow-wrap: anywhere; }
.outcome { border-left: .4rem solid var(--accent); padding: .25rem 0 .25rem 1rem; }
.outcome.irreversible, .outcome.error, .outcome.over-limit { border-color: var(--stop); }
.outcome.irreversible h1, .outcome.error h1, .outcome.over-limit h1 { color: var(--stop); }
.outcome.no-changes { border-color: var(--good); }
.outcome p { margin: .15rem 0; }
.numbers { display: grid; grid-template-columns: repeat(auto-fill, minmax(6rem, 1fr)); gap: .75rem; margin: 1.5rem 0 0;
  padding: 0; }
.numbers div { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .6rem .8rem; }
.numbers div { display: flex; flex-direction: column; justify-content: space-between; }
.numbers dt { color: var(--soft); font-size: .85rem; }
.numbers dd { margin: 0; font-size: 1.4rem; font-variant-numeric: tabular-nums; }
.numbers .stop dd { color: var(--stop); }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 21rem), 1fr)); gap: 1rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .9rem 1rem; min-width: 0; }
.card.irreversible { border-color: var(--stop); }
.card .zone { font-weight: 600; margin: 0; overflow-wrap: anywhere; }
.card .zone small { display: block; font-weight: 400; color: var(--soft); }
.card p { margin: .3rem 0; } .card .losses { color: var(--warn); font-weight: 600; }
.card svg { display: block; width: 100%; max-width: 24rem; height: auto; margin: .6rem auto; }
ul.items { list-style: none; padding: 0; margin: 0; }
ul.items > li { background: var(--card); border: 1px solid var(--line); padding: .6rem 1rem; margin-top: -1px; }
ul.items > li:first-child { border-radius: .5rem .5rem 0 0; } ul.items > li:last-child { border-radius: 0 0 .5rem .5rem; }
ul.items > li:only-child { border-radius: .5rem; }
ul.details { margin: .3rem 0 0; padding-left: 1.1rem; color: var(--soft); font-size: .92rem; }
section.stop h2 { color: var(--stop); } section.stop ul.items > li { border-left: .25rem solid var(--stop); }
summary { cursor: pointer; font-size: 1.15rem; font-weight: 600; margin: 2.25rem 0 .75rem; }
svg text { font: 12px system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif; fill: var(--soft); text-anchor: middle; }
svg .track { stroke: var(--track); stroke-width: 2; fill: none; }
svg .way { stroke: var(--accent); stroke-width: 3; fill: none; } svg .tip { fill: var(--accent); }
svg .state { fill: var(--card); stroke: var(--track); stroke-width: 2; } svg .past { fill: var(--track); }
svg .now { stroke: var(--accent); stroke-width: 3; } svg .next { fill: var(--accent); stroke: var(--accent); }
svg .end .way { stroke: var(--stop); } svg .end .tip, svg .end .next { fill: var(--stop); stroke: var(--stop); }
svg text.here { fill: var(--ink); font-weight: 600; }
@media print { body { background: none; } .card, ul.items > li { break-inside: avoid; } }
`.trim();
