import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inLane } from '../support/lane';
import {
  createWorkspace,
  rootModule,
  startService,
  type TestService,
  type Workspace,
} from '../support/workspace';
import { fields } from './lifecycle/fields';
import { job } from './lifecycle/job';
import { managedRules } from './lifecycle/managed-rules';
import { migration } from './lifecycle/migration';
import type { Adapter, Block } from './lifecycle/scene';
import { gone, providersOf } from './running-programs';

/**
 * What is left when the engine or the provider ends in the middle of a write, for each resource and kind of write: the
 * next run finishes the job. test/campaign kills at any moment.
 */
const WRITES = ['create', 'update', 'destroy'] as const;
type Write = (typeof WRITES)[number];

const CUT_SHORT = inLane({
  share: [
    ['engine', 'done'],
    ['provider', 'lost'],
  ],
  whole: [
    ['engine', 'done'],
    ['engine', 'lost'],
    ['provider', 'done'],
    ['provider', 'lost'],
  ],
} as const);

describe.each([fields, job, managedRules, migration].map((adapter) => [adapter.type, adapter] as const))(
  '%s',
  (_type, adapter: Adapter) => {
    let service: TestService;
    let workspace: Workspace;
    /** The same folder at the next run: how that starts the provider is not the matter. */
    let nextRun: Workspace;
    /** Is told when a request is under way, and how to let it go on. */
    let delayed: (goOn: () => void) => void;
    /** What is held after a run that nobody kills. */
    const expected = { create: '', update: '', destroy: '' };
    const zoneId = adapter.zones[0].id;

    const held = (): string => adapter.held(service.emulator.control, zoneId);
    const writes = (): number =>
      service.emulator.control.journal().filter(({ method }) => method !== 'GET').length;

    function declare(block: Block | undefined): void {
      const blocks: Readonly<Record<string, Block>> = block ? { main: { zone_id: zoneId, ...block } } : {};
      workspace.write('main.tf.json', rootModule({ [adapter.type]: blocks }));
    }

    async function applied(block: Block | undefined): Promise<string> {
      declare(block);
      await nextRun.applied();
      return held();
    }

    beforeAll(async () => {
      service = await startService({
        seed: { zones: adapter.zones },
        settings: { model: 'today', rateLimit: 0, finishSeconds: 0 },
        wait: () => new Promise<void>((resolve) => delayed(resolve)),
      });
      workspace = await createWorkspace({ env: service.env });
      declare(undefined);
      await workspace.ready();
      nextRun = await createWorkspace({ folder: workspace.cwd, env: service.env, startedBy: 'workspace' });
      expected.create = await applied(adapter.first);
      expected.update = await applied(adapter.second);
    });
    beforeEach(() => {
      service.emulator.control.reset();
      for (const file of ['terraform.tfstate', 'terraform.tfstate.backup']) workspace.write(file, '');
    });

    /** An apply that the service holds in its first write. */
    async function heldApply(write: Write) {
      const isHeld = new Promise<() => void>((resolve) => (delayed = resolve));
      const match = { operation: adapter.operations[write] };
      service.emulator.control.faults.put([{ match, times: 1, delayMs: 1 }]);
      let engine = 0;
      const end = workspace.apply({ onStart: (pid) => (engine = pid) });
      const goOn = await Promise.race([
        isHeld,
        end.then(({ stdout, stderr }): never => {
          throw new Error(`the apply ended before the write was under way:\n${stdout}\n${stderr}`);
        }),
      ]);
      const providers = providersOf(engine);
      expect(providers.length).toBeGreaterThan(0);
      return { engine, providers, goOn, end };
    }

    const BLOCKS = { create: adapter.first, update: adapter.second, destroy: undefined } as const;

    async function heals(write: Write): Promise<void> {
      service.emulator.control.faults.clear();
      rmSync(join(workspace.cwd, '.terraform.tfstate.lock.info'), { force: true });
      expect(await applied(BLOCKS[write])).toBe(expected[write]);
      expect(await nextRun.plan()).toMatchObject({ exitCode: 0 });
    }

    test.each(
      // A migration that has begun is not destroyed.
      WRITES.filter((write) => write !== 'destroy' || adapter !== migration).flatMap((write) =>
        CUT_SHORT.map(([victim, outcome]) => [write, victim, outcome] as const),
      ),
    )('%s: kill -9 of the %s, and the write is %s: the next run recovers', async (write, victim, outcome) => {
      if (write !== 'create') await applied(adapter.first);
      declare(BLOCKS[write]);
      const before = held();
      const { engine, providers, goOn, end } = await heldApply(write);
      for (const pid of victim === 'engine' ? [engine] : providers) process.kill(pid, 'SIGKILL');
      await gone(providers);
      if (outcome === 'done') {
        const sent = writes();
        goOn();
        while (writes() === sent) await sleep(10);
      }
      expect((await end).exitCode).not.toBe(0);
      expect(held() === before).toBe(outcome === 'lost');
      await heals(write);
    });

    test('Ctrl-C during a write that is never answered ends the run, and the next one recovers', async () => {
      declare(adapter.first);
      const { engine, providers, end } = await heldApply('create');
      // A terminal sends it to the whole group.
      process.kill(-engine, 'SIGINT');
      const { exitCode, stdout, stderr } = await end;
      expect([exitCode, stdout, stderr]).toEqual([
        1,
        expect.stringContaining('Interrupt received'),
        expect.stringContaining('was cancelled'),
      ]);
      await gone(providers);
      await heals('create');
    });
  },
);
