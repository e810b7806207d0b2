/** Runs a program and measures what it and its child processes cost, from `/proc` of Linux. */
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { clearInterval, setInterval } from 'node:timers';

const require = createRequire(import.meta.url);
const { runProgram } = require('../dist/cli/engine/process.js');

const SAMPLE_MS = 15;

/** Clock ticks of `/proc/PID/stat` are hundredths of a second on every Linux that Node runs on. */
const TICK_MS = 10;

/** Their positions in `/proc/PID/stat`, counted from the state, which follows the name in parentheses. */
const OWN_CPU = [11, 12];
const WAITED_CPU = [13, 14];

/**
 * Runs a program to its end. `own` is the program; `children` are the processes that it started, as the engine starts providers: milliseconds of
 * CPU of all of them, and the most megabytes that one of them held. Both are undefined without `/proc`. `started` is
 * the number of children.
 */
export async function runMeasured(program, args, options) {
  const before = cpuMs('self', WAITED_CPU);
  let watched;
  const begun = performance.now();
  const { exitCode, stdout, stderr } = await runProgram(program, args, {
    ...options,
    onStart: (pid) => (watched = watch(pid)),
  });
  const ms = performance.now() - begun;
  const { childrenCpuMs, ownPeakMb, childrenPeakMb, started } = watched.end();
  const after = cpuMs('self', WAITED_CPU);
  // The system adds the CPU of an ended process and its children to its parent, so nothing is missed.
  const total = after === undefined ? undefined : after - before;
  return {
    ms,
    exitCode,
    output: stdout + stderr,
    own: { cpuMs: total === undefined ? undefined : Math.max(total - childrenCpuMs, 0), peakMb: ownPeakMb },
    children: { cpuMs: total === undefined ? undefined : childrenCpuMs, peakMb: childrenPeakMb, started },
  };
}

/** Polls a process and its children until `end()`. */
function watch(pid) {
  const peaks = new Map();
  let childrenCpuMs = 0;
  const sample = () => {
    const living = childrenOf(pid).filter((child) => program(child) !== program(pid));
    for (const each of [pid, ...living]) peaks.set(each, peakMb(each) ?? peaks.get(each));
    const ofLiving = living.reduce((sum, child) => sum + (cpuMs(child, OWN_CPU) ?? 0), 0);
    childrenCpuMs = Math.max(childrenCpuMs, ofLiving + (cpuMs(pid, WAITED_CPU) ?? 0));
  };
  const timer = setInterval(sample, SAMPLE_MS);
  sample();
  return {
    end: () => {
      clearInterval(timer);
      const ownPeakMb = peaks.get(pid);
      peaks.delete(pid);
      const known = [...peaks.values()].filter((each) => each !== undefined);
      const childrenPeakMb = known.length === 0 ? undefined : Math.max(...known);
      // A child that was gone before its memory could be read never started its own program.
      return { childrenCpuMs, ownPeakMb, childrenPeakMb, started: known.length };
    },
  };
}

/** A child that has not started its own program yet still shows its parent's memory. */
function program(pid) {
  try {
    return readlinkSync(`/proc/${pid}/exe`);
  } catch {
    return undefined;
  }
}

/** Each thread of a process has its own list, and Go's starts from any of them. */
function childrenOf(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}

/** The peak memory of a process, in megabytes; undefined without `/proc`. */
function peakMb(pid) {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`)) ?? [];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

function cpuMs(pid, columns) {
  const text = read(`/proc/${pid}/stat`);
  if (text === '') return undefined;
  const columnsAfterName = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return columns.reduce((sum, column) => sum + Number(columnsAfterName[column]), 0) * TICK_MS;
}

/** Empty for a process that has ended in the meantime. */
function read(path) {
  try {
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  } catch {
    return '';
  }
}
