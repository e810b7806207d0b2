import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findEngine } from '../../../cli/engine/find';
import { renderProgram } from '../program/render';
import { EMPTY_PROGRAM, type Block } from '../program/program';
import { createWorkspace } from '../../support/workspace';
import { copyProvider } from '../../support/running-provider';
import { zoneSeeds } from './zone-seeds';

/** An initialised folder that every round copies, and the programs that the rounds run. */
export interface Template {
  readonly binary: string;
  /** A copy of the built provider, started where the engine does not do it. */
  readonly provider: string;
  /** A new folder for a round, with an initialised root module in each of `a` and `b`. */
  newRound(): string;
  remove(): void;
}

/** Initialises once: a block outside of the module and one inside, so that later programs may have either. */
export async function createTemplate(): Promise<Template> {
  const folder = mkdtempSync(join(tmpdir(), 'zonewright-campaign-'));
  const first = join(folder, 'template');
  const place = {
    zoneIds: zoneSeeds([{ plan: 'enterprise', jobs: [], previous: 'default' }]).map(({ id }) => id),
    baseUrl: '',
  };
  const files = renderProgram(
    { ...EMPTY_PROGRAM, blocks: [block('outer', false), block('inner', true)] },
    place,
  );
  mkdirSync(first, { recursive: true });
  const workspace = await createWorkspace({ folder: first, files });
  await workspace.ready();
  const { binary } = await findEngine({ fetch: false });
  let rounds = 0;
  return {
    binary,
    provider: copyProvider(join(folder, 'provider')),
    newRound: () => {
      const round = join(folder, `round-${(rounds += 1)}`);
      for (const state of ['a', 'b'])
        for (const part of ['.terraform', '.terraform.lock.hcl'])
          cpSync(join(first, part), join(round, state, part), { recursive: true, verbatimSymlinks: true });
      return round;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function block(label: string, inModule: boolean): Block {
  return {
    ...{ kind: 'fields', label, inModule, repeat: 'none', aliased: false, later: 1, dependent: 'none' },
    settings: { cookies: ['one'] },
    lifecycle: {},
    members: [{ key: label, zone: 0, revision: 0 }],
  };
}
