import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { arch, cpus, loadavg, platform, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The engine that a user would get, `{ binary, flavor, version }`. Rejects when none is found. */
export function findEngine() {
  return require('../dist/cli/engine/find.js').findEngine({ fetch: false });
}

/** What a run's figures depend on, in one line; the load shows how busy the machine was before. */
export function machineLine() {
  const cores = cpus();
  const date = new Date().toISOString().slice(0, 16).replace('T', ' ');
  return (
    `${date} UTC, commit ${commit()}, Node ${process.version}, ${platform()} ${arch()}, ${cores.length} cores ` +
    `(${cores[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB, load ${loadavg()[0].toFixed(2)} before the run`
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
