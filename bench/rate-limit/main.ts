/**
 * How well clients keep to the service's limit without communicating, and what that costs a single client. Ends with 1
 * when a limit is exceeded.
 */
import { runFleet, type Fleet } from './fleet';

const QUOTA = 1200;
const WINDOW_S = 300;
const LIMITED = { rateLimit: QUOTA, rateWindowSeconds: WINDOW_S, rateHeaders: 'today' } as const;
const REFUSED_LIMIT = 0.01;
const TIME_LIMIT = 1.2;
const ALONE_LIMIT = 1.25;
const ROUNDS = 5;

const TEN: Fleet = { processes: 10, tokens: 1, requests: 3000, speed: 10, settings: LIMITED };

async function main(): Promise<void> {
  const held = [await shared('ten processes on one token, headers of today', TEN), await alone()];
  process.exitCode = held.every(Boolean) ? 0 : 1;
}

async function shared(name: string, fleet: Fleet): Promise<boolean> {
  const { answered, refused, seconds } = await runFleet(fleet);
  const shortest = Math.floor((fleet.requests / fleet.tokens - 1) / QUOTA) * WINDOW_S;
  const ratio = seconds / shortest;
  say(`\n${name}: ${answered} of ${fleet.requests} requests answered, ${refused} refused`);
  say(`  ${seconds.toFixed(1)} s of the scaled clock; the shortest possible time is ${shortest} s`);
  const few = verdict(`refused at most ${REFUSED_LIMIT * 100}%`, refused <= fleet.requests * REFUSED_LIMIT);
  return verdict(`ratio ${ratio.toFixed(3)}, at most ${TIME_LIMIT}`, ratio <= TIME_LIMIT) && few;
}

/** One process with 1,000 requests, with a full budget and without pacing, in turn; the fastest of each counts. */
async function alone(): Promise<boolean> {
  const one = { processes: 1, tokens: 1, requests: 1000, speed: 1 };
  const free: number[] = [];
  const paced: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    free.push((await runFleet({ ...one, settings: {} })).seconds);
    paced.push((await runFleet({ ...one, settings: LIMITED })).seconds);
  }
  const ratio = Math.min(...paced) / Math.min(...free);
  say('\none process alone, 1,000 requests, ten at a time');
  say(`  without pacing ${Math.min(...free).toFixed(2)} s, paced ${Math.min(...paced).toFixed(2)} s`);
  return verdict(`ratio ${ratio.toFixed(2)}, at most ${ALONE_LIMIT}`, ratio <= ALONE_LIMIT);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function verdict(what: string, holds: boolean): boolean {
  say(`  ${holds ? 'held' : 'EXCEEDED'}: ${what}`);
  return holds;
}

void main();
