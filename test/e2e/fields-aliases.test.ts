import { DEFAULT_ZONE_ID, type FaultRule } from '../../emulator';
import { inLane } from '../support/lane';
import { createWorkspace, type Workspace } from '../support/workspace';
import {
  SETTINGS,
  parameters,
  resource,
  service,
  useAppliedFields,
  useFieldsZone,
  workspace,
} from './fields-zone';

/** Each configuration of the provider is a process of its own, and the order of their work is the engine's. */
useFieldsZone('engine');

/** The same folder, once one configuration has everything: how that is started is not the matter. */
let quiet: Workspace;
beforeAll(async () => {
  quiet = await createWorkspace({ folder: workspace.cwd, env: service.env, startedBy: 'workspace' });
});

const SID = [{ cookie_fields: [{ name: 'Sid' }] }];

const slow = (method: string, delayMs: number, more: object = {}): FaultRule => ({
  match: { method, zoneId: DEFAULT_ZONE_ID },
  delayMs,
  ...more,
});

/** What is slow decides which of the two providers comes first; look 4 is the one before the fields are deleted. */
const ORDERS: readonly (readonly [string, readonly FaultRule[]])[] = [
  ['the deletion is slow', [slow('DELETE', 700)]],
  ['the writing is slow', [slow('PUT', 700)]],
];
const MORE_ORDERS: typeof ORDERS = [
  ['look 4 and the writing are slow', [slow('GET', 300, { nth: 4 }), slow('PUT', 700)]],
  ['look 4 and the deletion are slow', [slow('GET', 300, { nth: 4 }), slow('DELETE', 700)]],
  ['nothing is slow', []],
  ['both are slow', [slow('PUT', 400), slow('DELETE', 400)]],
  ['every look is slow', [slow('GET', 150)]],
  ...[3, 4, 5, 6].map((nth) => [`look ${nth} is slow`, [slow('GET', 700, { nth })]] as const),
];

describe('a resource that is renamed without a moved block', () => {
  useAppliedFields({ cookies: ['Sid'] });

  test.each([...ORDERS, ...inLane({ share: [], whole: MORE_ORDERS })])(
    'and moved to another provider configuration in one apply keeps its fields when %s',
    async (_case, faults) => {
      workspace.write(
        'main.tf',
        `${SETTINGS}provider "zone" {}\nprovider "zone" {\n  alias = "second"\n}\n${resource('renamed', { cookies: ['Sid'] }, '  provider = zone.second')}`,
      );
      service.emulator.control.faults.put(faults);
      const { stdout } = await workspace.apply();
      service.emulator.control.faults.clear();
      expect(stdout).toContain('1 added, 0 changed, 1 destroyed');
      expect(parameters()).toEqual(SID);
      expect(await quiet.plan()).toMatchObject({ exitCode: 0 });
    },
  );
});
