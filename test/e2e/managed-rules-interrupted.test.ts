import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { JournalEntry } from '../../emulator';
import { service, useWorkspace, workspace } from './one-service';
import { createWorkspace, type Workspace } from '../support/workspace';
import { MANAGED, SUCCESSOR } from './equivalent-rules';
import { migratingZone } from './migrating-zones';
import { attributesOf, finished, migrations, stateOf, steps, validated } from './migration-workspace';

/** A finish that is killed when its rules are in force, and before the state has them. */

const ADJUSTMENTS = {
  [MANAGED]: {
    rules: { [SUCCESSOR['100043']]: { action: 'log' }, [SUCCESSOR['100015']]: { action: 'block' } },
  },
};
const BEFORE = { [MANAGED]: { rules: { [SUCCESSOR['100015']]: { enabled: false } } } };

/** The same folder, for what nobody kills: the provider runs already. */
let quick: Workspace;

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

useWorkspace(
  {
    onRequest: (entry) => answering(entry),
    seed: { zones: [migratingZone('new'), migratingZone('validating')] },
    settings: { finishSeconds: 0 },
  },
  { startedBy: 'engine', declare: () => migrations({}) },
);
beforeAll(async () => {
  quick = await createWorkspace({ env: service.env, folder: workspace.cwd, startedBy: 'workspace' });
});

test.each([
  ['new', undefined],
  ['validating', validated({ adjustments: BEFORE })],
])(
  'a killed finish of a zone that is %s goes on with its adjustments, and the plan after it is empty',
  async (name, before) => {
    for (const file of ['terraform.tfstate', '.terraform.tfstate.lock.info'])
      rmSync(join(workspace.cwd, file), { force: true });
    if (before) {
      migrations({ [name]: before });
      await quick.applied();
    }
    migrations({ [name]: finished(name, { adjustments: ADJUSTMENTS }) });
    await killedWhenSaved();
    expect(stateOf(name)).toBe('finished');
    const saved = steps(name);
    await quick.applied();
    expect(await quick.plan()).toMatchObject({ exitCode: 0 });
    expect(await attributesOf(name)).toMatchObject({ adjustments: ADJUSTMENTS, migration_state: 'finished' });
    expect(steps(name)).toEqual(saved);
  },
);
