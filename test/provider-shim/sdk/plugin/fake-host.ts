import type { Environment, Host } from '../../../../provider-shim/sdk/plugin';

/** A process that a test can look into: nothing of the real one is touched. */
export interface FakeHost extends Host {
  readonly printed: string[];
  readonly complained: string[];
  readonly exits: number[];
  /** Lets time pass: runs what is due, in order. */
  readonly pass: (milliseconds: number) => void;
  readonly crash: (error: unknown) => void;
  /** The engine's process ends. */
  readonly orphan: () => void;
  /** Nobody reads what is printed. */
  readonly hangUp: () => void;
}

export function createFakeHost(environment: Environment): FakeHost {
  const printed: string[] = [];
  const complained: string[] = [];
  const exits: number[] = [];
  let now = Date.UTC(2026, 4, 6);
  let timers: { readonly at: number; readonly run: () => void }[] = [];
  let parent = 1000;
  let reader = true;
  let crash: (error: unknown) => void = () => undefined;
  return {
    environment,
    node: { version: '20.18.1', path: '/usr/bin/node' },
    pid: 1234,
    parent: () => parent,
    now: () => now,
    after: (milliseconds, run) => {
      const timer = { at: now + milliseconds, run };
      timers.push(timer);
      return () => (timers = timers.filter((other) => other !== timer));
    },
    print: (line) => {
      printed.push(line);
      return reader;
    },
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
    orphan: () => void (parent = 1),
    hangUp: () => void (reader = false),
  };
}
