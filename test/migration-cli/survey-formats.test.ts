import { bypass, migratingZone, uriOverride, zoneIdOf } from '../e2e/migrating-zones';
import { startService } from '../support/workspace';
import { NEEDS } from '../../cli/migration/survey';
import { runApprove, runSurvey, surveyIn, useFolder } from './running';

const at = useFolder();
const LONG = bypass('f', { expression: 'http.host eq "'.padEnd(4097, 'x') + '"' });

test('the JSON of a survey is as docs/schemas/survey.schema.json says for zones in every situation', async () => {
  const zones = [
    migratingZone('losing'),
    migratingZone('crowded', { previous: { firewall_rules: [LONG] } }),
    migratingZone('overridden', { previous: { uri_overrides: [uriOverride('6')] } }),
    migratingZone('validating', { state: 'validation' }),
    migratingZone('finished', { state: 'finished' }),
    migratingZone('secret'),
  ];
  const service = await startService({ seed: { zones } });
  service.emulator.control.faults.put([
    { match: { zoneId: zoneIdOf('secret') }, effect: { kind: 'answer', status: 403 } },
  ]);
  const [out, file] = [at('schema.json'), at('approvals.json')];
  await runApprove(service, { file }, ['validating.example']);
  await runSurvey(service, { out, file }, [
    ...zones.map(({ name }) => name),
    'nobody.example',
    'f'.repeat(32),
  ]);
  const survey = surveyIn(out);
  expect(Object.keys(survey.counts)).toEqual(Object.keys(NEEDS));
  expect(survey.zones.map(({ counted_as: [need] }) => need)).toEqual([
    ...['unreadable', 'blocked', 'overrides', 'loses', 'approved', 'finished', 'gone'],
  ]);
});
