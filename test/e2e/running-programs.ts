import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface RunningProgram {
  readonly pid: number;
  readonly parent: number;
  /** Its process group: the engine starts its providers in its own. */
  readonly group: number;
  /** Program and arguments. */
  readonly command: string;
}

/** Every program on this machine that runs: what has ended and only waits to be collected is none. */
export function runningPrograms(): readonly RunningProgram[] {
  return existsSync('/proc/self/stat') ? fromProc() : fromPs();
}

/** The providers that an engine has started. */
export function providersOf(engine: number): readonly number[] {
  return runningPrograms()
    .filter(({ parent, command }) => parent === engine && command.includes('terraform-provider-zone'))
    .map(({ pid }) => pid);
}

/** The programs that run in a folder of which this is true, where there is /proc to tell. */
export function programsIn(isIt: (folder: string) => boolean): readonly RunningProgram[] {
  return fromProc().filter(({ pid }) => {
    try {
      return isIt(readlinkSync(`/proc/${pid}/cwd`));
    } catch {
      return false;
    }
  });
}

/** Waits until none of these programs runs. */
export async function gone(pids: readonly number[]): Promise<void> {
  while (runningPrograms().some(({ pid }) => pids.includes(pid))) await sleep(20);
}

/**
 * Stops a program, and returns when it stands still. On a busy machine its threads may run on for a while after the signal.
 */
export function stopProgram(pid: number): void {
  process.kill(pid, 'SIGSTOP');
  const pause = new Int32Array(new SharedArrayBuffer(4));
  while (!threadStates(pid).every((state) => state.startsWith('T'))) Atomics.wait(pause, 0, 0, 1);
}

function threadStates(pid: number): readonly string[] {
  const threads = `/proc/${pid}/task`;
  if (!existsSync(threads))
    return [execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })];
  return readdirSync(threads).map((id) => {
    try {
      const stat = readFileSync(join(threads, id, 'stat'), 'utf8');
      return stat.slice(stat.lastIndexOf(')') + 2);
    } catch {
      return 'ended while we looked';
    }
  });
}

function fromProc(): readonly RunningProgram[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // proc(5): "pid (name) state ppid pgrp ..."; the name may hold anything, the last parenthesis ends it.
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const [state, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        return state === 'Z'
          ? []
          : [{ pid: Number(name), parent: Number(parent), group: Number(group), command }];
      } catch {
        // It ended while we looked.
        return [];
      }
    });
}

function fromPs(): readonly RunningProgram[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat=,command='], {
    encoding: 'utf8',
  }).split('\n');
  return lines.flatMap((line) => {
    const [, pid, parent, group, state, command = ''] =
      /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined || state?.startsWith('Z')
      ? []
      : [{ pid: Number(pid), parent: Number(parent), group: Number(group), command }];
  });
}
