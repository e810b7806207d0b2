import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inLane } from '../support/lane';
import type { FuzzReport } from './run-target';
import { TARGETS } from './targets';

/** `npm run fuzz` decodes as many as one likes. */
const INPUTS = inLane({ share: 4_000, whole: 10_000 });
const SEED = 20_260_101;

/** More than chance keeps alive, less than a leak of each input. */
const MOST_GROWTH = INPUTS * 6 * 2 ** 10;

/** Takes as long as half of the others together. */
const SLOW = ['seed', 'msgpack', 'rulesets', 'migration'];

const ROOT = join(__dirname, '..', '..');
const NAMES = TARGETS.map(({ name }) => name);

/** Runs targets in a process of their own: Jest's modules are a few times slower. */
async function reports(names: readonly string[]): Promise<readonly FuzzReport[]> {
  const program = [join(ROOT, 'scripts', 'run-typescript.mjs'), join('test', 'fuzz', 'fuzz.ts'), '--json'];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...program, `--inputs=${INPUTS}`, `--seed=${SEED}`, ...names.map((name) => `--target=${name}`)],
    { cwd: ROOT, maxBuffer: 2 ** 26 },
  );
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as FuzzReport);
}

describe('what others send', () => {
  const found = new Map<string, FuzzReport>();

  beforeAll(async () => {
    const parts = [SLOW, NAMES.filter((name) => !SLOW.includes(name))];
    for (const report of (await Promise.all(parts.map(reports))).flat()) found.set(report.target, report);
  });

  test.each(NAMES)(
    'damaged inputs of %s are decoded or refused in time, and leave nothing behind',
    (name) => {
      expect(found.get(name)?.finding).toBeUndefined();
      expect(found.get(name)?.inputs).toBe(INPUTS);
      expect(found.get(name)?.growth).toBeLessThan(MOST_GROWTH);
    },
  );

  test.each(NAMES)('real messages of %s are decoded, not refused', (name) => {
    expect(found.get(name)?.seeds).toBeGreaterThan(0);
    expect(found.get(name)?.decoded).toBeGreaterThan(0);
  });

  test('every decoder that a target names is there', () => {
    for (const { decoder } of TARGETS)
      for (const file of decoder.split(', ')) expect(readFileSync(join(ROOT, file), 'utf8')).not.toBe('');
  });
});
