import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FaultRule } from '../../emulator';
import { readCopy } from '../../cli/copy/copy-file';
import { runAdopt } from '../adopt/adopted';
import { command } from '../cli/built-command';
import { runSurvey, surveyIn } from '../migration-cli/running';
import { temporaryFolder } from '../support/temporary-folder';
import { execute, executes, finishedZone, MANAGED } from './managed-zone';
import { SUCCESSOR } from './equivalent-rules';
import { migratingZone, zoneIdOf, zoneText } from './migrating-zones';
import {
  attributesOf,
  finished,
  migrations,
  printed,
  service,
  settle,
  TYPE,
  useMigratingZones,
  validated,
  workspace,
  writes,
} from './migration-workspace';

/** A service that has retired the operations of the migration and of the previous managed rules (docs/internals/service.md 7.7). */

useMigratingZones({
  zones: [
    finishedZone('empty'),
    finishedZone('deployed', [execute(MANAGED)]),
    migratingZone('ended', { state: 'finished' }),
    migratingZone('begun', { state: 'validation' }),
  ],
});

const folder = temporaryFolder();
const PREVIOUS = ['packages', 'groups', 'rules'].map((list) => `waf.${list}.list`);
const MIGRATION = ['status', 'check', 'config'].map((name) => `migration.${name}`);

function retire(operations: readonly string[], effect: FaultRule['effect'] & object): void {
  service.emulator.control.faults.put(operations.map((operation) => ({ match: { operation }, effect })));
}

const NO_ROUTE = { result: null, success: false, messages: [], errors: [{ code: 7003, message: 'x' }] };

/** Every status of such an answer: test/provider-shim/resources/migration/status.test.ts. */
describe.each([
  ['410 with a page', { kind: 'answer', status: 410, body: 'Gone' }],
  ['no such route', { kind: 'answer', status: 404, body: NO_ROUTE }],
] as const)('%s', (name, effect) => {
  const out = (file: string): string => join(folder, `${name.replaceAll(' ', '-')}-${file}`);
  beforeEach(() => retire([...MIGRATION, ...PREVIOUS], effect));

  test('leaves a finished migration as it is, with its adjustments, and stops no managed rules', async () => {
    service.emulator.control.faults.clear();
    const adjustments = { [MANAGED]: { rules: { [SUCCESSOR['100030']]: { action: 'block' } } } };
    migrations({ ended: finished('ended', { adjustments }) });
    await settle();
    const { old_waf_status, new_waf_status } = await attributesOf('ended');
    retire([...MIGRATION, ...PREVIOUS], effect);
    expect(await workspace.plan({ refreshOnly: true })).toMatchObject({ exitCode: 0 });
    const kept = await workspace.plan();
    const warning = `no longer reports the migration of zone ${zoneText('ended')}, which has finished`;
    expect([kept.exitCode, printed(kept)]).toEqual([0, expect.stringContaining(warning)]);
    const ended = { zone_id: zoneIdOf('ended'), ...finished('ended'), adjustments };
    const main = { zone_id: zoneIdOf('empty'), rules: [executes('cloudflare', MANAGED)] };
    migrations({}, { resource: { zone_managed_rules: { main }, [TYPE]: { ended } } });
    await settle();
    const state = { migration_state: 'finished', old_waf_status, new_waf_status, adjustments };
    expect([await attributesOf('ended'), writes().length]).toMatchObject([state, 1]);
  });

  test('stops neither survey nor adopt nor copy', async () => {
    const zones = ['deployed.example', 'ended.example', 'empty.example'];
    expect(await runSurvey(service, { out: out('survey.json') }, zones)).toMatchObject({ exitCode: 0 });
    expect(surveyIn(out('survey.json')).zones.map(({ state }) => state)).toEqual(zones.map(() => 'retired'));

    expect(await runAdopt(service, zones, { as: 'hcl', out: out('hcl') })).toMatchObject({ exitCode: 0 });
    expect(readFileSync(join(out('hcl'), 'deployed-example.tf'), 'utf8')).toContain('"zone_managed_rules"');
    expect(readFileSync(join(out('hcl'), 'NOT-ADOPTED.md'), 'utf8')).toContain('no longer says whether');

    const copied = await command.run(['copy', ...zones, '--out', out('copy.json')], service.env);
    expect(copied).toMatchObject({ exitCode: 0 });
    const { copy, zones: held = [] } = readCopy(out('copy.json'), '--on');
    expect(held.map(({ migration }) => migration?.state)).toEqual(zones.map(() => 'finished'));
    expect(copy.not_held.filter((sentence) => sentence.includes('was refused'))).toEqual([]);
    expect(copy.not_held.filter((sentence) => sentence.includes('no state any more'))).toHaveLength(3);
  });

  test('is an error for a migration under way, which says what to do', async () => {
    service.emulator.control.faults.clear();
    migrations({ begun: validated() });
    await workspace.applied();
    retire(MIGRATION, effect);
    const plan = await workspace.plan();
    const hint = expect.stringContaining('declare them as zone_managed_rules') as unknown;
    expect([plan.exitCode, printed(plan)]).toEqual([1, hint]);
  });
});
