/** Sums up CPU profiles of a program's runs by its parts. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { median, shown, tableText } from './figures.mjs';

const SHOWN = 20;

/** `(idle)` is waiting; `(program)` is native code, such as reading and compiling. */
const NATIVE = new Set(['(idle)', '(program)', '(garbage collector)']);

/**
 * A table of the parts with the most self time, in milliseconds per run: Node's modules, native code, and the functions
 * of the program's own file.
 */
export function profileTable(folder) {
  const runs = readdirSync(folder)
    .filter((name) => name.endsWith('.cpuprofile'))
    .map((name) => selfTimes(JSON.parse(readFileSync(join(folder, name), 'utf8'))));
  const parts = [...new Set(runs.flatMap((run) => [...run.keys()]))].map((part) => ({
    part,
    ms: median(runs.map((run) => run.get(part) ?? 0)),
  }));
  const largest = parts.sort((a, b) => b.ms - a.ms).slice(0, SHOWN);
  return tableText(`CPU profiles of the provider, ${runs.length} runs: the parts with the most self time`, [
    ['', 'median ms'],
    ...largest.map(({ part, ms }) => [part, shown(ms, 1)]),
  ]);
}

/** Milliseconds by part; `timeDeltas[i]` is how long `samples[i]` lasted, in microseconds. */
function selfTimes({ nodes, samples, timeDeltas }) {
  const partOf = new Map(nodes.map(({ id, callFrame }) => [id, partName(callFrame)]));
  const times = new Map();
  samples.forEach((id, index) => {
    const part = partOf.get(id);
    times.set(part, (times.get(part) ?? 0) + timeDeltas[index] / 1000);
  });
  return times;
}

function partName({ functionName, url, lineNumber }) {
  if (url.startsWith('node:')) return url;
  if (NATIVE.has(functionName)) return functionName;
  if (url === '') return `native ${functionName || '(anonymous)'}`;
  return `${basename(url)}:${lineNumber + 1} ${functionName || '(anonymous)'}`;
}
