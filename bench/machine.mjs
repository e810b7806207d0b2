import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The engine that a user would get, `{ binary, flavor, version }`. Rejects when none is found. */
export async function findEngine() {
  const { findEngine: find } = require('../dist/cli/engine/find.js');
  return find({ fetch: false });
}

/** The facts about the machine and the build that a run's figures depend on. */
export function machineFacts() {
  const cores = cpus();
  return {
    date: new Date().toISOString().slice(0, 16).replace('T', ' '),
    commit: commit(),
    node: process.version,
    system: `${platform()} ${release()} ${arch()}`,
    cores: cores.length,
    processor: cores[0]?.model.trim() ?? 'unknown',
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    loadAverage: Number(loadavg()[0].toFixed(2)),
  };
}

/** The facts in one line; `loadAverage` shows how busy the machine was before. */
export function machineLine({ date, commit: revision, node, system, cores, processor, ...facts }) {
  return (
    `${date} UTC, commit ${revision}, Node ${node}, ${system}, ${cores} cores (${processor}), ` +
    `${facts.memoryGigabytes} GB, load ${facts.loadAverage} before the run`
  );
}

function commit() {
  try {
    const options = { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], options).trim();
  } catch {
    return 'unknown';
  }
}
