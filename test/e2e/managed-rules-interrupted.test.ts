import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { JournalEntry } from '../../emulator';
import { service, useWorkspace, workspace } from './one-service';
import { createWorkspace, type Workspace } from '../support/workspace';
import { equivalentRules, MANAGED, managedOverrides, SUCCESSOR } from './equivalent-rules';
import { migratingZone, PHASE, zoneIdOf } from './migrating-zones';
import { TYPE } from './migration-workspace';

/**
 * An apply that saves other adjustments on a finished zone and is killed before its state is written. The rules of the
 * zone do not tell whose overrides they are, so that takes a record beside the state.
 */

/** A rule that has no override, and one that the zone has an override for already. */
const [FREE, TAKEN] = [SUCCESSOR['100043'], SUCCESSOR['100015']];
const OVERRIDES = managedOverrides();

/** The same folder, for what nobody kills: the provider runs already. */
let quick: Workspace;

type Adjusted = Readonly<Record<string, { readonly action: string }>>;

/** The declared migration of the zone, finished, with these adjustments of rules. */
function declare(adjusted: Adjusted): void {
  const zoneId = zoneIdOf('done');
  workspace.write(
    'main.tf.json',
    JSON.stringify({
      terraform: { required_providers: { zone: { source: 'zonewright/zone' } } },
      provider: { zone: { max_requests_per_second: 1000 } },
      resource: {
        [TYPE]: {
          done: {
            ...{ zone_id: zoneId, target_state: 'finished', acknowledge_irreversible: zoneId },
            ...(Object.keys(adjusted).length === 0
              ? {}
              : { adjustments: { [MANAGED]: { rules: adjusted } } }),
          },
        },
      },
    }),
  );
}

/** Is told of each request when it has taken effect and is about to be answered. */
let answering: (entry: JournalEntry) => void = () => undefined;

/** Applies, and kills the engine when the rules are in force and the provider does not know. */
async function killedWhenSaved(): Promise<void> {
  let engine = 0;
  answering = ({ method }) => {
    if (method === 'PUT') process.kill(engine, 'SIGKILL');
  };
  expect((await workspace.apply({ onStart: (pid) => (engine = pid) })).exitCode).not.toBe(0);
  answering = () => undefined;
}

interface Override {
  readonly id: string;
  readonly action?: string;
}

interface Executing {
  readonly id?: string;
  readonly overrides?: { readonly rules?: readonly Override[] };
}

/** The overrides of the zone's managed ruleset, by rule. */
function overrides(): Readonly<Record<string, Override>> {
  const { rulesets } = service.emulator.control.zone(zoneIdOf('done'));
  const executed = rulesets
    .filter(({ phase }) => phase === PHASE)
    .flatMap(({ rules }) => rules ?? [])
    .map(({ action_parameters: parameters }) => (parameters ?? {}) as Executing)
    .find(({ id }) => id === MANAGED);
  return Object.fromEntries((executed?.overrides?.rules ?? []).map((override) => [override.id, override]));
}

const RECORDS = join('.terraform', 'zonewright', 'adjustments', zoneIdOf('done'));

/** The files that say which adjustments may not be in the state. */
function records(): readonly string[] {
  const folder = join(workspace.cwd, RECORDS);
  return existsSync(folder) ? readdirSync(folder) : [];
}

async function expectAtRest(expected: Readonly<Record<string, Override>>): Promise<void> {
  expect(overrides()).toEqual(expected);
  expect(await quick.plan()).toMatchObject({ exitCode: 0 });
}

const THERE = Object.fromEntries(OVERRIDES.map((override) => [override.id, override]));

const ZONE = migratingZone('done', { state: 'finished', rules: equivalentRules() });
useWorkspace(
  { onRequest: (entry) => answering(entry), seed: { zones: [ZONE] } },
  { startedBy: 'engine', declare: () => declare({}) },
);
beforeAll(async () => {
  quick = await createWorkspace({ env: service.env, folder: workspace.cwd, startedBy: 'workspace' });
});

const BOTH = { [FREE]: { action: 'log' }, [TAKEN]: { action: 'block' } };

describe('an apply of adjustments that is killed when its rules are in force', () => {
  beforeEach(async () => {
    service.emulator.control.reset();
    for (const name of ['terraform.tfstate', '.terraform/zonewright', '.terraform.tfstate.lock.info'])
      rmSync(join(workspace.cwd, name), { recursive: true, force: true });
    declare({});
    await quick.applied();
    declare(BOTH);
    await killedWhenSaved();
    expect(overrides()).toMatchObject(BOTH);
  });

  test('is undone where the configuration drops them: what they replaced is back, and the plan after it is empty', async () => {
    declare({});
    expect(await quick.plan()).toMatchObject({ exitCode: 2 });
    await quick.applied();
    await expectAtRest(THERE);
  });

  test('is completed where the configuration keeps them, and nothing is left beside the state', async () => {
    expect(records()).toHaveLength(1);
    await workspace.applied();
    expect(records()).toEqual([]);
    expect(overrides()).toMatchObject(BOTH);
    declare({});
    await quick.applied();
    await expectAtRest(THERE);
  });
});
