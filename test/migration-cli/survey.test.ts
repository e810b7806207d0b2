import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readZones } from '../../cli/migration/survey';
import { connectedService } from '../../cli/zones/reading-zones';
import type { FaultRule, SeedDocument } from '../../emulator';
import { collectingTerminal } from '../cli/built-command';
import { recorded } from '../support/printed';
import { equivalentRules } from '../e2e/equivalent-rules';
import { bypass, migratingZone, uriOverride, zoneIdOf } from '../e2e/migrating-zones';
import { loseZone, service, useService } from '../e2e/one-service';
import { runApprove, runSurvey, surveyIn, useFolder, type Run } from './running';

const LONG = bypass('f', { expression: 'http.host eq "'.padEnd(4097, 'x') + '"' });
const BLIND = 'blind-token-0123456789abcdefghijklmnopqrstuvwx';
const FULL = 'emulator-token-0123456789abcdefghijklmnopqrst';
/** Sees all zones but `secret`. */
const ESTATE = 'estate-token-0123456789abcdefghijklmnopqrstuv';

/** Nothing of the previous configuration is lost. */
const clean = { groups: {}, rules: {}, page_rules: [] };

const ZONES = [
  migratingZone('clean', { previous: clean }),
  migratingZone('small', { plan: 'professional', previous: clean }),
  migratingZone('losing', { rules: equivalentRules({}) }),
  migratingZone('overridden', { previous: { uri_overrides: [uriOverride('6')] } }),
  migratingZone('long', { plan: 'business', previous: { firewall_rules: [LONG] } }),
  migratingZone('validating', { state: 'validation', previous: clean }),
  migratingZone('finishing', { state: 'finishing', finishesAt: '2999-01-01T00:00:00Z' }),
  migratingZone('finished', { state: 'finished' }),
];
const SEED: SeedDocument = {
  zones: [...ZONES, migratingZone('secret', { previous: clean })],
  credentials: {
    tokens: [
      { token: FULL },
      { token: BLIND, zones: ['clean', 'small', 'losing'].map(zoneIdOf) },
      { token: ESTATE, zones: ZONES.map(({ id = '' }) => id) },
    ],
  },
};

const at = useFolder();
useService({ seed: SEED, settings: { rateLimit: 0 } });
beforeEach(() => service.emulator.control.faults.clear());

const refusing = (id: string, status: number) => ({
  match: { pathPrefix: `/client/v4/zones/${id}/waf_migration` },
  effect: { kind: 'answer', status } as const,
});
const refused = (name: string, status: number) => refusing(zoneIdOf(name), status);

describe('a survey of all zones', () => {
  let err: string;
  beforeAll(async () => {
    service.emulator.control.faults.put([refused('secret', 403)]);
    service.emulator.control.clearJournal();
    const file = at('all.json');
    const run = await runSurvey(service, { out: file, all: true });
    expect(run).toMatchObject({ exitCode: 3 });
    err = run.err;
  });
  test('says what each zone needs, what needs a person most first', () => {
    surveyIn(at('all.json'));
    const survey = readFileSync(at('all.json'), 'utf8')
      .replaceAll(service.emulator.baseUrl, 'https://api.example')
      // Of two requests at a time, either may be refused first.
      .replace(/(?<="read_at": ")[^"]+|(?<=waf_migration\/)\w+/g, 'ANY');
    expect(survey).toBe(recorded('survey-of-all.json.txt', survey));
  });

  test('changes nothing at the service, and sends the requests that docs/guides/migrate.md names', () => {
    const journal = service.emulator.control.journal();
    expect(journal.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(err).toContain(`Requests sent: ${journal.length}`);
    // Packages are listed in the zones that come first.
    const sent = (name: string): number =>
      journal.filter((one) => one.zoneId === zoneIdOf(name) && one.operation !== 'waf.packages.list').length;
    expect({
      clean: sent('clean'),
      losing: sent('losing'),
      validating: sent('validating'),
      overridden: sent('overridden'),
      // Its messages name it as the list of zones does.
      long: sent('long'),
      finishing: sent('finishing'),
      finished: sent('finished'),
      listing: journal.filter(({ path }) => path.endsWith('/zones')).length,
    }).toEqual({
      ...{
        clean: 5,
        losing: 6,
        validating: 5,
        overridden: 8,
        long: 6,
        finishing: 1,
        finished: 1,
        listing: 1,
      },
    });
  });
});

describe('a zone that cannot be read does not stop the others:', () => {
  test.each([
    ['one that the credentials may not read', { ZONEWRIGHT_API_TOKEN: BLIND }, []],
    ['one whose answers fail', {}, [refused('secret', 500)]],
  ])('%s', async (_name, env, faults) => {
    service.emulator.control.faults.put(faults);
    const slow = { ...service.env, ZONEWRIGHT_MAX_RETRIES: '0', ...env };
    const run = await runSurvey({ env: slow }, { out: at('unreadable.json') }, [
      ...['clean', 'secret'].map(zoneIdOf),
    ]);
    expect(run).toMatchObject({ exitCode: 3 });
    expect(run.err).toContain('note: 1 of 2 zones could not be read.');
    expect(surveyIn(at('unreadable.json')).zones.map(({ id, state }) => [id, state])).toEqual([
      [zoneIdOf('secret'), 'unreadable'],
      [zoneIdOf('clean'), 'start'],
    ]);
  });

  test('one that was deleted', async () => {
    const out = at('gone.json');
    const zones = ['clean', 'deleted'].map(zoneIdOf);
    const run = await runSurvey(service, { out }, zones);
    expect(run).toMatchObject({ exitCode: 0 });
    expect(run.out).toContain(`Does not exist any more (plan not known): ${zoneIdOf('deleted')}\n`);
    expect(surveyIn(out)).toMatchObject({
      counts: { open: 1, gone: 1, unreadable: 0 },
      zones: [{ name: 'clean.example' }, { id: zoneIdOf('deleted'), state: 'gone', approved_digest: null }],
    });
    const base = service.emulator.baseUrl.replace('/v4', '');
    await runSurvey({ env: { ...service.env, ZONEWRIGHT_BASE_URL: base } }, { out }, zones);
    expect(surveyIn(out).counts).toMatchObject({ gone: 0, unreadable: 2 });
  });

  test('one that does not exist', async () => {
    const [out, unseen] = [at('unknown.json'), 'abcd'.split('').map((name) => `no-${name}.example`)];
    const run = await runSurvey(service, { out }, [...unseen, 'clean.example']);
    expect(run).toMatchObject({ exitCode: 3, err: expect.stringMatching(/^note: 4 of 5 zones could not/m) });
    expect(run.out).toMatch(/^The migration of 5 zones\n {2}4 cannot be read\n[^]*^Not found: 4\n/m);
    expect(run.out).toContain('  Check the name');
    const codes = surveyIn(out).not_found.map(({ zone, code }) => [zone, code]);
    expect(codes).toEqual(unseen.map((zone) => [zone, 'zone_unseen']));
    const page = await runSurvey(service, { out, format: 'html' }, unseen);
    expect(unseen.filter((zone) => !page.out.includes(zone))).toEqual([]);
  });
});

test('a service that answers no zone ends the survey, and keeps an earlier one', async () => {
  const out = at('kept.json');
  await runSurvey(service, { out }, ['clean.example']);
  const before = readFileSync(out, 'utf8');
  const names = ['clean', 'small', 'losing', 'long', 'secret'] as const;
  service.emulator.control.faults.put(names.map((name) => refused(name, 500)));
  const run = runSurvey(
    { env: { ...service.env, ZONEWRIGHT_MAX_RETRIES: '0' } },
    { out },
    names.map(zoneIdOf),
  );
  const problem = {
    message: 'the zones could not be read to the end',
    seen: [expect.stringContaining('status 500')],
    hints: [expect.stringContaining('Look at its status page.')],
  };
  await expect(run).rejects.toMatchObject({ exitCode: 1, problem });
  expect(readFileSync(out, 'utf8')).toBe(before);
});

test.each(['mine: true', '[]', '{"zones":[]}', '{"format_version":"1.2","resource_changes":[]}'])(
  'a file that is no survey is not overwritten: %s',
  async (text) => {
    const out = at('mine.json');
    writeFileSync(out, text);
    const problem = { message: `the file ${out} would be overwritten`, seen: ['it is not a survey'] };
    await expect(runSurvey(service, { out, all: true })).rejects.toMatchObject({ exitCode: 1, problem });
    expect(readFileSync(out, 'utf8')).toBe(text);
  },
);

const ODD = { compatible: true, state: 'new', migration_state: 'new' };

/** What the service does when it is asked for the migration of a zone; of what is gone and of what is well, nothing else. */
const MIGRATION: Readonly<Record<string, FaultRule['effect']>> = {
  cut: { kind: 'cut', moment: 'before-write' },
  failing: { kind: 'answer', status: 500 },
  forbidden: { kind: 'answer', status: 403 },
  invalid: { kind: 'answer', status: 400 },
  malformed: { kind: 'malformed-json' },
  limited: { kind: 'answer', status: 429 },
  unauthenticated: { kind: 'answer', status: 401 },
  odd: { kind: 'answer', status: 200, body: { success: true, result: ODD } },
};

test.each([
  ['ends', 'cut cut cut cut'],
  ['ends', 'failing cut malformed cut'],
  ['ends', 'well forbidden cut cut cut cut'],
  ['ends', 'cut cut cut gone cut'],
  ['ends', 'well limited'],
  ['ends', 'well unauthenticated'],
  ['goes on', 'cut cut cut gone'],
  ...['well', 'forbidden', 'invalid', 'odd'].map((one) => ['goes on', `cut cut cut ${one} cut`]),
])('a survey %s after these zones: %s', async (ends, all = '') => {
  const zones = all.split(' ');
  const ids = ['clean', 'losing', 'overridden', 'secret', 'small', 'validating'].map(zoneIdOf);
  const { env, emulator } = service;
  emulator.control.faults.put(
    zones.flatMap((is, place) => {
      const pathPrefix = `/client/v4/zones/${ids[place]}/waf_migration`;
      return MIGRATION[is] ? [{ match: { pathPrefix }, effect: MIGRATION[is] }] : [];
    }),
  );
  const { terminal } = collectingTerminal({});
  const real = connectedService({ ...env, ZONEWRIGHT_MAX_RETRIES: '0' }, terminal);
  const { configured } = real;
  const { reads } = configured;
  // One zone after the other.
  let told = 0;
  const waiting = new Map<number, () => void>();
  const checkCompatibility: typeof reads.checkCompatibility = async (id, options) => {
    const place = ids.indexOf(id);
    if (place > told) await new Promise<void>((resolve) => waiting.set(place, resolve));
    if (zones[place] === 'gone') loseZone(id);
    return reads.checkCompatibility(id, options);
  };
  const shown = { begin: () => undefined, end: () => undefined, add: () => waiting.get((told += 1))?.() };
  const one = { ...real, configured: { ...configured, reads: { ...reads, checkCompatibility } } };
  const reading = { service: one, signal: new AbortController().signal, shown };
  const run = readZones(ids.slice(0, zones.length), reading, {});
  const end = await run.then(({ zones: read }) => read.map(({ state }) => state), String);
  await real.close();
  emulator.control.reset();
  const states = zones.map((is) => ({ well: 'start', gone: 'gone' })[is] ?? 'unreadable');
  expect(end).toEqual(ends === 'ends' ? expect.stringMatching(/^ServiceError: .*(lost|429|401)/) : states);
});

describe('an interrupted survey', () => {
  const interrupted = async (out: string): Promise<readonly string[]> => {
    const heard: boolean[] = [];
    const run = await runSurvey(service, { out, all: true }, [], (line) => {
      if (/^\[[2-9]\/9\]/.test(line)) heard.push(process.emit('SIGINT'), process.emit('SIGINT'));
    });
    // The second one ends the process.
    expect(heard.slice(0, 2)).toEqual([true, false]);
    expect(run).toMatchObject({ exitCode: 130, out: '' });
    const said =
      /^Interrupted; what is read is kept: to continue, run .* within a day\.\nRequests sent: \d+\n$/m;
    expect([run.err, process.listenerCount('SIGINT')]).toEqual([expect.stringMatching(said), 0]);
    const lines = readFileSync(`${out}.progress`, 'utf8').split('\n').slice(1, -1);
    return lines.map((line) => (JSON.parse(line) as { zone: { id: string } }).zone.id);
  };

  test('goes on where it was, and ends as one that was not interrupted', async () => {
    const [out, whole] = [at('interrupted.json'), at('whole.json')];
    await runSurvey(service, { out: whole, all: true });
    expect((await interrupted(out)).length).toBeGreaterThanOrEqual(2);
    // A kill may cut the last line.
    writeFileSync(`${out}.progress`, '{"kind":"zone","zo', { flag: 'a' });
    const read = await interrupted(out);
    // Whoever asks for a zone again cannot read it. Requests that were interrupted may still come.
    service.emulator.control.faults.put(read.map((id) => refusing(id, 403)));
    const run = await runSurvey(service, { out, all: true });
    expect(run).toMatchObject({ exitCode: 0 });
    expect(run.err).toContain(`${read.length} of 9 zones are done already`);
    const withoutTimes = (file: string) => surveyIn(file).zones.map(({ read_at: _at, ...zone }) => zone);
    expect(withoutTimes(out)).toEqual(withoutTimes(whole));
    expect(existsSync(`${out}.progress`)).toBe(false);
  });

  test.each([
    ['a day later', (text: string) => text.replace(/"read_at":"\d{4}/g, '"read_at":"2020')],
    ['of another service', (text: string) => text.replace('127.0.0.1', 'api.example.com')],
    ['with notes that somebody damaged', (text: string) => text.replace('{"kind":"zone"', '{"kind":')],
  ])('%s begins again', async (_name, change) => {
    const out = at('begun-again.json');
    await interrupted(out);
    writeFileSync(`${out}.progress`, change(readFileSync(`${out}.progress`, 'utf8')));
    const run = await runSurvey(service, { out, all: true });
    expect(run).toMatchObject({ exitCode: 0 });
    expect(run.err).not.toContain('done already');
    expect(surveyIn(out).zones).toHaveLength(9);
  });
});

/**
 * What a command printed, without what differs from run to run: the folder, the port, the days since the seed, and how many
 * zones are asked for their packages before the id of one is known.
 */
const printed = ({ exitCode, out, err }: Run): string =>
  `${err}\n${out}\nexit code ${exitCode}\n`
    .replaceAll(`${at('')}/`, '')
    .replace(service.emulator.baseUrl, 'https://api.example')
    .replace(/for [\d,]+ days/, 'for N days')
    .replace(/(?<=Requests sent: )[1-9]\d*/, 'N');

test('what survey and approve print of an estate, whole', async () => {
  const [survey, file] = [at('survey.json'), at('approvals.json')];
  const lines = printed(
    await runSurvey(
      { env: { ...service.env, ZONEWRIGHT_API_TOKEN: ESTATE } },
      { out: survey, file, all: true },
    ),
  ).split('\n');
  // Zones are read beside each other, and told as they come.
  const read = lines.slice(0, 8).map((line) => line.replace(/^\[\d\/8\] /, ''));
  const told = [...read.sort(), ...lines.slice(8)].join('\n');
  expect(told).toBe(recorded('survey.txt', told));
  const zones = ['clean.example', 'losing.example'];
  const approved = printed(await runApprove(service, { survey, file }, zones));
  expect(approved).toBe(recorded('approve.txt', approved));
});
