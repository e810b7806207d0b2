import type { JournalEntry } from '../../../emulator';
import type { Hazard } from '../scenario/scenario';
import { editByHand } from './hand-edits';
import { providersOf, type RootModule } from './root-module';
import type { Round } from './round';

/** Milliseconds between a signal and the next one of a person in a hurry. */
const HURRY_MS = 30;

export interface Danger {
  /** The engine runs. */
  readonly started: (pid: number) => void;
  /** Ends it, and tells whether it struck. */
  readonly stop: () => boolean;
}

/** Puts a hazard in the way of the next command. */
export function startHazard(round: Round, module: RootModule, hazard: Hazard | undefined): Danger {
  switch (hazard?.kind) {
    case undefined:
      return { started: () => undefined, stop: () => false };
    case 'kill':
      return kill(round, module, hazard);
    case 'fault': {
      const { faults } = round.service.emulator.control;
      faults.put(hazard.rules);
      return {
        started: () => undefined,
        stop: () => {
          const struck = faults.list().reduce((sum, rule) => sum + rule.struck, 0);
          faults.clear();
          if (struck > 0) round.counts.faults[hazard.name] = (round.counts.faults[hazard.name] ?? 0) + struck;
          return struck > 0;
        },
      };
    }
    case 'edit': {
      let isDone = false;
      whenRequested(round, ({ seen }) => {
        if (isDone || seen < hazard.request) return;
        isDone = true;
        // What the request itself changed has been noted by now.
        editByHand(round, hazard.edit);
      });
      return { started: () => undefined, stop: () => (unwatch(round), isDone) };
    }
  }
}

type Kill = Hazard & { readonly kind: 'kill' };

function kill(round: Round, module: RootModule, hazard: Kill): Danger {
  const { at, victim, signal } = hazard;
  let engine: number | undefined;
  let isStruck = false;
  const timers: NodeJS.Timeout[] = [];
  const send = (): boolean => {
    const victims =
      victim === 'engine'
        ? [engine]
        : providersOf(module).filter((pid) => !round.place.ownProviders.has(pid));
    const hit = victims.filter((pid) => pid !== undefined && signalled(pid, signal));
    return hit.length > 0;
  };
  const strike = (): void => {
    if (isStruck || engine === undefined) return;
    isStruck = send();
    if (isStruck && hazard.twice) timers.push(setTimeout(send, HURRY_MS));
  };
  whenRequested(round, ({ seen, written }) => {
    if ('request' in at && seen >= at.request) strike();
    if ('write' in at && written >= at.write) strike();
  });
  return {
    started: (pid) => {
      engine = pid;
      if ('milliseconds' in at) timers.push(setTimeout(strike, at.milliseconds));
    },
    stop: () => {
      engine = undefined;
      timers.forEach(clearTimeout);
      unwatch(round);
      const kind = `${victim} ${signal}`;
      if (isStruck) round.counts.kills[kind] = (round.counts.kills[kind] ?? 0) + 1;
      return isStruck;
    },
  };
}

function whenRequested(
  round: Round,
  tell: (count: { readonly seen: number; readonly written: number }) => void,
): void {
  let seen = 0;
  let written = 0;
  round.service.watch = ({ method }: JournalEntry) => {
    seen += 1;
    if (method !== 'GET') written += 1;
    tell({ seen, written });
  };
}

function unwatch({ service }: Round): void {
  service.watch = undefined;
}

function signalled(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
