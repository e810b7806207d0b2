/** `npm run bench`: what Zonewright costs, part by part. Ends with 1 when a limit is exceeded. */
import { writeFileSync } from 'node:fs';
import { machineLine } from './machine.mjs';
import { readOptions } from './options.mjs';

/** Parts are loaded when they run, so that each needs only its own builds. */
const LOAD = {
  start: async () => (await import('./start-up.mjs')).startUp,
  commands: async () => (await import('./commands.mjs')).commands,
  synth: async () => (await import('./synth.mjs')).synth,
};

const options = readOptions(process.argv.slice(2));
const machine = machineLine();
console.log(machine);

const figures = { machine, options: { ...options, peers: options.peers.map(({ name }) => name) } };
let kept = true;
for (const name of options.only) {
  const run = await LOAD[name]();
  const part = await run(options);
  figures[name] = part.figures;
  for (const table of part.tables) console.log(`\n${table}`);
  if (part.checks.length > 0) console.log();
  for (const check of part.checks) console.log(`${check.kept ? 'ok  ' : 'OVER'}  ${check.text}`);
  kept &&= part.checks.every((check) => check.kept);
}
if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(figures, null, 2)}\n`);
process.exitCode = kept ? 0 : 1;
