import { bypass, migratingZone, zoneIdOf } from '../e2e/migrating-zones';
import { command } from '../cli/built-command';
import { startService, type TestService } from '../support/workspace';
import { runSurvey, surveyIn, useFolder } from './running';

const at = useFolder();
let service: TestService;
beforeAll(async () => {
  const seed = {
    zones: [
      migratingZone('losing'),
      migratingZone('finished', { state: 'finished' as const }),
      migratingZone('long', {
        plan: 'business' as const,
        previous: { firewall_rules: [bypass('f', { expression: 'http.host eq "'.padEnd(4097, 'x') + '"' })] },
      }),
    ],
  };
  service = await startService({ seed, settings: { rateLimit: 0 } });
});
afterAll(() => service.emulator.close());

const show = (...zones: readonly string[]): ReturnType<typeof command.run> =>
  command.run(['migration', 'show', ...zones], { ...service.env, NO_COLOR: '1' });

test('shows the rules by the names of what they execute, with the digest of the survey, and the losses', async () => {
  service.emulator.control.clearJournal();
  const { exitCode, stdout, stderr } = await show('losing.example');
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(service.emulator.control.journal().filter(({ method }) => method !== 'GET')).toEqual([]);
  await runSurvey(service, { out: at('survey.json') }, ['losing.example']);
  const [zone] = surveyIn(at('survey.json')).zones;
  expect(stdout).toContain(`losing.example (${zoneIdOf('losing')})\n  state: start\n`);
  expect(stdout).toContain(`  saves ${zone?.rules?.length} rules:\n`);
  expect(stdout).toMatch(/^ {4}\d\. execute Cloudflare Managed Ruleset$/m);
  expect(stdout).toContain(`  digest: ${zone?.digest}\n`);
  for (const { description } of zone?.not_carried_over ?? [{ description: 'none' }])
    expect(stdout).toContain(`  not carried over: ${description}\n`);
});

test('says of a zone without generated rules why, and of one that cannot be read what to do', async () => {
  const { exitCode, stdout, stderr } = await show('finished.example', 'long.example', 'none.example');
  expect(exitCode).toBe(3);
  expect(stdout).toContain('  state: finished; the service generates no rules\n');
  expect(stdout).toMatch(
    /state: start; the service generates no rules\n {2}Zone long.*\n.* at most 4096 are allowed\n/,
  );
  expect(stderr).toContain('error: none.example cannot be shown\n  seen: ');
});
