import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bypass, migratingZone, uriOverride } from '../e2e/migrating-zones';
import { service, useService } from '../e2e/one-service';
import { runApprove, runSurvey, useFolder, type Run } from './running';

/** Nothing of the previous configuration is lost. */
const clean = { groups: {}, rules: {}, page_rules: [] };
const LONG = bypass('f', { expression: 'http.host eq "'.padEnd(4097, 'x') + '"' });

const at = useFolder();
useService({
  seed: {
    zones: [
      migratingZone('clean', { previous: clean }),
      migratingZone('small', { plan: 'professional', previous: clean }),
      migratingZone('losing'),
      migratingZone('overridden', { previous: { uri_overrides: [uriOverride('6')] } }),
      migratingZone('long', { plan: 'business', previous: { firewall_rules: [LONG] } }),
      migratingZone('validating', { state: 'validation', previous: clean }),
      migratingZone('finishing', { state: 'finishing', finishesAt: '2999-01-01T00:00:00Z' }),
      migratingZone('finished', { state: 'finished' }),
    ],
  },
  settings: { rateLimit: 0 },
});

/** What a command printed, without what differs from run to run: the folder, the port, and the days since the seed. */
const printed = ({ exitCode, out, err }: Run): string =>
  `${err}\n${out}\nexit code ${exitCode}\n`
    .replaceAll(`${at('')}/`, '')
    .replace(service.emulator.baseUrl, 'https://api.example')
    .replace(/for [\d,]+ days/, 'for N days');

const recorded = (name: string): string =>
  readFileSync(join(__dirname, '..', 'fixtures', 'printed', `${name}.txt`), 'utf8');

test('what survey and approve print of an estate, whole', async () => {
  const [survey, file] = [at('survey.json'), at('approvals.json')];
  const lines = printed(await runSurvey(service, { out: survey, file, all: true })).split('\n');
  // Zones are read beside each other, and told as they come.
  const read = lines.slice(0, 8).map((line) => line.replace(/^\[\d\/8\] /, ''));
  expect([...read.sort(), ...lines.slice(8)].join('\n')).toBe(recorded('survey'));
  const zones = ['clean.example', 'losing.example'];
  expect(printed(await runApprove(service, { survey, file }, zones))).toBe(recorded('approve'));
});
