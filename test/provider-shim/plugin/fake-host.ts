import type { Environment, Host } from '../../../provider-shim/plugin';

/** A process that a test can look into: nothing of the real one is touched. */
export interface FakeHost extends Host {
  readonly printed: string[];
  readonly complained: string[];
  readonly exits: number[];
  /** Lets time pass: runs what is due, in order. */
  readonly pass: (milliseconds: number) => void;
  readonly crash: (error: unknown) => void;
}

export function createFakeHost(environment: Environment): FakeHost {
  const printed: string[] = [];
  const complained: string[] = [];
  const exits: number[] = [];
  let now = Date.UTC(2026, 4, 6);
  let timers: { readonly at: number; readonly run: () => void }[] = [];
  let crash: (error: unknown) => void = () => undefined;
  return {
    environment,
    platform: 'linux',
    pid: 1234,
    now: () => now,
    after: (milliseconds, run) => {
      const timer = { at: now + milliseconds, run };
      timers.push(timer);
      return () => (timers = timers.filter((other) => other !== timer));
    },
    print: (line) => void printed.push(line),
    complain: (text) => void complained.push(text),
    closeStdout: () => undefined,
    exit: (code) => void exits.push(code),
    onExit: () => undefined,
    onSignal: () => undefined,
    onCrash: (run) => (crash = run),
    printed,
    complained,
    exits,
    pass: (milliseconds) => {
      now += milliseconds;
      const due = timers.filter(({ at }) => at <= now).sort((left, right) => left.at - right.at);
      timers = timers.filter(({ at }) => at > now);
      for (const { run } of due) run();
    },
    crash: (error) => crash(error),
  };
}
