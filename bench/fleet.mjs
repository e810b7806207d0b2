/**
 * What a fleet costs: CPU and memory of the provider, and time of whole commands, for 100, 1,000 and 5,000 objects of
 * each kind, each with its own secret and in its own zone, compared with as many `terraform_data`.
 *
 *   node bench/fleet.mjs [--kinds jobs,fields,migrations] [--objects 100,1000,5000] [--rounds 3] [--changes]
 *
 * `--changes` also measures the first plan, apply and destroy of all of them in one stack.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { KINDS, startService } from './fleet/kinds.mjs';
import { openEngine } from './fleet/engine.mjs';

const { values } = parseArgs({
  options: {
    kinds: { type: 'string', default: 'jobs,fields,migrations' },
    objects: { type: 'string', default: '100,1000' },
    rounds: { type: 'string', default: '3' },
    changes: { type: 'boolean', default: false },
  },
});
const kinds = values.kinds.split(',');
const counts = values.objects.split(',').map(Number);
const rounds = Number(values.rounds);

/** Objects that one apply creates: the engine's time for an apply grows faster than their number. */
const PIECE = 100;

const folder = mkdtempSync(join(tmpdir(), 'bench-fleet-'));
const engine = await openEngine(folder);
try {
  console.log(`${engine.name}, Node ${process.version}\n`);
  for (const kind of kinds) await measureRest(kind);
  if (values.changes) for (const kind of kinds) for (const count of counts) await measureChanges(kind, count);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Plans without changes, of states assembled from applies of a hundred objects. */
async function measureRest(kind) {
  const service = await startService(folder, Math.max(...counts));
  try {
    const made = { ours: [], floor: [] };
    for (let from = 0; from < Math.max(...counts); from += PIECE) {
      for (const [side, of] of [
        ['ours', kind],
        ['floor', 'data'],
      ]) {
        const stack = engine.stack(service, KINDS[of], from, Math.min(PIECE, Math.max(...counts) - from));
        await stack.run('apply', '-auto-approve');
        made[side].push(stack.state());
        stack.remove();
      }
    }
    for (const count of counts) {
      const ours = engine.stack(service, KINDS[kind], 0, count, made.ours);
      const floor = engine.stack(service, KINDS.data, 0, count, made.floor);
      await compare(`no-change plan, ${count} ${kind}`, count, ours, floor, async (stack) =>
        stack.run('plan', '-detailed-exitcode'),
      );
    }
  } finally {
    await service.close();
  }
}

async function measureChanges(kind, count) {
  const service = await startService(folder, count);
  try {
    const ours = engine.stack(service, KINDS[kind], 0, count);
    const floor = engine.stack(service, KINDS.data, 0, count);
    const command =
      (...args) =>
      (stack) =>
        stack.run(...args);
    await compare(`first plan, ${count} ${kind}`, count, ours, floor, command('plan'));
    await compare(`apply, ${count} ${kind}`, count, ours, floor, command('apply', '-auto-approve'), 1);
    if (KINDS[kind].canBeDestroyed)
      await compare(`destroy, ${count} ${kind}`, count, ours, floor, command('destroy', '-auto-approve'), 1);
  } finally {
    await service.close();
  }
}

/** Runs both sides in turn, so that other load on the machine affects both, and prints the fastest of each. */
async function compare(title, count, ours, floor, run, times = rounds) {
  const found = { ours: [], floor: [] };
  for (let round = 0; round < times; round++) {
    found.floor.push(await run(floor));
    found.ours.push(await run(ours));
  }
  const least = (side, measure) => Math.min(...found[side].map(measure));
  const time = least('ours', ({ ms }) => ms);
  const base = least('floor', ({ ms }) => ms);
  const cpu = least('ours', ({ providerCpu }) => providerCpu);
  const engineCpu = least('ours', ({ engineCpu }) => engineCpu);
  const memory = Math.max(...found.ours.map(({ providerMegabytes }) => providerMegabytes));
  console.log(
    [
      title.padEnd(34),
      `${(time / 1000).toFixed(2)} s`,
      `terraform_data ${(base / 1000).toFixed(2)} s`,
      `ratio ${(time / base).toFixed(2)}`,
      `provider ${(cpu / count).toFixed(2)} ms of CPU per object`,
      `${memory.toFixed(0)} MB`,
      `engine ${(engineCpu / count).toFixed(2)} ms (${(least('floor', (one) => one.engineCpu) / count).toFixed(2)})`,
    ].join('  '),
  );
}
