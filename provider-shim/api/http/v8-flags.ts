import { setFlagsFromString } from 'node:v8';

/** The first Node.js that ends without waiting for what V8 still compiles. */
const ENDS_AT_ONCE = 22;

/** The bytes of bytecode that a function runs before V8 of Node.js 20 optimizes it. */
const BUDGET = 67_584;

/**
 * Flags of V8 for the time of the requests.
 *
 * The young generation grows no further: what a fleet leaves behind would take 20 MB more, and no less CPU. The old
 * generation is collected when it has twice the size of what was live, not four times: 12 MB less for 2,000 jobs, and
 * below 1% of the CPU.
 *
 * The HTTP parser is WebAssembly. V8 compiles it once more, with optimizations, as soon as it runs, and a process that
 * ends meanwhile waits for that: 110 ms instead of 8, at every command. Its first compilation is fast enough here.
 *
 * JavaScript is optimized after ten times as much work: a plan of a hundred jobs ends before optimized code has paid for its
 * compilation, which was 13% of the CPU of its process. The calls of a thousand jobs still take 12% less.
 *
 * To be called when everything is loaded: with other flags than at its start, V8 refuses the compiled code that Node.js
 * brings for its own modules, and compiles them anew.
 */
export function setFlagsForRequests(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=100');
  if (isNode20()) ['--liftoff-only', `--interrupt-budget=${10 * BUDGET}`].forEach(setFlagsFromString);
}

/** The flags of a start, which compiled code must be loaded and stored with; `--liftoff-only` has changed two more. */
export function restoreFlags(): void {
  setFlagsFromString('--semi-space-growth-factor=2');
  setFlagsFromString('--heap-growing-percent=0');
  if (!isNode20()) return;
  ['--no-liftoff-only', '--wasm-tier-up', '--wasm-dynamic-tiering'].forEach(setFlagsFromString);
  setFlagsFromString(`--interrupt-budget=${BUDGET}`);
}

const isNode20 = (): boolean => Number.parseInt(process.versions.node) < ENDS_AT_ONCE;
