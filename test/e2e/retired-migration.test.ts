import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FaultRule } from '../../emulator';
import { readCopy } from '../../cli/copy/copy-file';
import { runAdopt } from '../adopt/adopted';
import { command } from '../cli/built-command';
import { runSurvey, surveyIn } from '../migration-cli/running';
import { temporaryFolder } from '../support/temporary-folder';
import { execute, finishedZone, MANAGED } from './managed-zone';
import { migratingZone } from './migrating-zones';
import { service, useService } from './one-service';

/**
 * The commands, at a service that has retired the operations of the migration and of the previous managed rules
 * (docs/internals/service.md 7.7). What becomes of objects then, the stories of `test/provider-shim/resources/lifecycle` tell.
 */

useService({
  seed: {
    zones: [
      finishedZone('empty'),
      finishedZone('deployed', [execute(MANAGED)]),
      migratingZone('ended', { state: 'finished' }),
    ],
  },
});

const folder = temporaryFolder();
const RETIRED = [
  ...['packages', 'groups', 'rules'].map((list) => `waf.${list}.list`),
  ...['status', 'check', 'config'].map((name) => `migration.${name}`),
];
const NO_ROUTE = { result: null, success: false, messages: [], errors: [{ code: 7003, message: 'x' }] };

/** Every status of such an answer: test/provider-shim/resources/migration/status.test.ts. */
test.each<readonly [string, FaultRule['effect'] & object]>([
  ['410 with a page', { kind: 'answer', status: 410, body: 'Gone' }],
  ['no such route', { kind: 'answer', status: 404, body: NO_ROUTE }],
])('stops neither survey nor adopt nor copy: %s', async (name, effect) => {
  const out = (file: string): string => join(folder, `${name.replaceAll(' ', '-')}-${file}`);
  service.emulator.control.faults.put(RETIRED.map((operation) => ({ match: { operation }, effect })));
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
