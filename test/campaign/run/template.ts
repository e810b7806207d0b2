import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findEngine } from '../../../cli/engine/find';
import { renderProgram } from '../program/render';
import { EMPTY_PROGRAM, type Block } from '../program/program';
import { createWorkspace } from '../../support/workspace';
import { copyProvider } from '../../support/running-provider';
import { zoneSeeds } from './zone-seeds';

/** An initialised root module to copy, and the programs that the rounds run. */
export interface Template {
  readonly binary: string;
  /** A copy of the built provider, started where the engine does not do it. */
  readonly provider: string;
  /** The folder of the initialised root module. */
  readonly initialised: string;
  /** The path of a new folder for rounds. */
  newFolder(): string;
  remove(): void;
}

/** Initialises once: a block outside of the module and one inside, so that later programs may have either. */
export async function createTemplate(): Promise<Template> {
  const folder = mkdtempSync(join(tmpdir(), 'zonewright-campaign-'));
  const first = join(folder, 'template');
  const place = {
    zoneIds: zoneSeeds([{ plan: 'enterprise', jobs: [], previous: 'default' }], 0).map(({ id }) => id),
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
  let folders = 0;
  return {
    binary,
    provider: copyProvider(join(folder, 'provider')),
    initialised: first,
    newFolder: () => join(folder, `rounds-${(folders += 1)}`),
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
