import type { InterruptedCreation } from '../../../../provider-shim/records/creation-records';
import {
  planJob,
  type Before,
  type Known,
  type Plan,
} from '../../../../provider-shim/resources/logpush-job/plan';
import { namedFields } from '../../../../provider-shim/resources/logpush-job/log-fields';
import { declaredMeaning, type State } from '../../../../provider-shim/resources/logpush-job/settings';
import { unknown, type PlannedState } from '../../../../schema';
import { jobOf, OUTPUT, SETTINGS } from './job';

type Written = NonNullable<Parameters<typeof planJob>[0]>;

const ZONE = '023e105f4ecef8ad9ca31a8372d0c353';
const TEXT = 'splunk://logs.example.com/?header_Authorization=secret';
const OTHER = 'splunk://logs.example.com/?header_Authorization=other';

const STATE = {
  ...{ ...SETTINGS, zone_id: ZONE, job_id: 7, name: 'job', enabled: true },
  ...{ destination_conf: TEXT, destination_conf_wo: null, destination_conf_wo_version: null },
  ...{ destination: 'splunk://logs.example.com', ownership_challenge: null, ownership_challenge_wo: null },
  ...{ kept_settings: null, taken_over: false },
  logpull_options: {
    fields: ['RayID'],
    timestamps: 'unixnano',
    sample: 1,
    defuse_lookups: false,
    other: null,
  },
} as unknown as State;
const WRITTEN = { ...STATE, job_id: null, destination: null } as unknown as Written;
const sent = (text: string) => ({
  is: (one: string) => one === text,
  isAnswer: (one: string) => one === text,
});
const HELD: Before = { state: STATE, sent: sent(TEXT) };
const JOB = jobOf({
  ...{ id: 9, name: 'job', enabled: true, destination_conf: TEXT, logpull_options: 'fields=RayID' },
});
const FOUND: Known['found'] = { zone: 'shop.example', fields: { kind: 'fields', names: ['RayID'] } };
const KNOWN: Known = {
  ...{ importBlock: (id) => id, isImportedOpenly: false, creations: [] },
  found: { ...FOUND, jobs: { listed: [], free: [] } },
};

/** What is planned in one case, in a few words: the codes, and what is replaced and asked for. */
function planned({
  written = {},
  plan = {},
  before,
  known = KNOWN,
}: {
  readonly written?: object;
  readonly plan?: object;
  readonly before?: Before | undefined;
  readonly known?: Known;
}): string {
  const config = { ...WRITTEN, ...written };
  const given = {
    ...(before?.state ?? { ...STATE, job_id: unknown, destination: unknown }),
    ...written,
    ...plan,
  };
  const { notices, replace, asks } = planJob(config, given as PlannedState<never> as Plan, before, known);
  const said = notices.map(({ code, severity }) => `${severity === 'error' ? '!' : ''}${code ?? 'kept'}`);
  return [...said, ...replace.map((name) => `replace ${name}`), ...asks.map((name) => `ask ${name}`)].join(
    ', ',
  );
}

/** A creation that an interrupted run began with this job, and with which it made the job of this id. */
const creation = (made: number, of = JOB): InterruptedCreation =>
  ({
    record: { made, before: [] },
    matches: (text: string) =>
      text === declaredMeaning({ destination: of.destination_conf, settings: STATE }),
  }) as unknown as InterruptedCreation;
const WRITE_ONLY = { destination_conf: null, destination_conf_wo: TEXT, destination_conf_wo_version: 1 };
const kept = (more: object, of = TEXT): Before => ({ state: { ...STATE, ...more }, sent: sent(of) });

test.each([
  ['is planned where there was none', null, 'token', 'token'],
  ['that replaces another stays unstored', 'old', 'token', 'old'],
  ['that is removed stays stored', 'old', null, 'old'],
])('a token alone %s', (_, stored, written, planned) => {
  const before = kept({ ownership_challenge: stored });
  const own = { ownership_challenge: written };
  const plan = planJob({ ...WRITTEN, ...own }, { ...before.state, ...own } as never, before, KNOWN);
  expect(plan.planned).toMatchObject({ ownership_challenge: planned });
});

describe('the plan of a log push job says and asks:', () => {
  test.each(
    Object.entries<readonly [Parameters<typeof planned>[0], string]>({
      'of a new one, nothing': [{}, ''],
      'of a new one, what the service has': [{ known: { ...KNOWN, found: {} } }, 'ask fields, ask jobs'],
      'of one at rest, nothing of the service': [{ before: HELD, known: { ...KNOWN, found: {} } }, ''],
      'of a new one that delivers nothing': [{ written: { enabled: null } }, 'disabled_by_default'],
      'of a new one that is disabled on purpose, nothing': [{ written: { enabled: false } }, ''],
      'of options that a member says already, which ignore_changes keeps': [
        { plan: { logpull_options: { ...STATE.logpull_options, other: 'fields=ClientIP' } } },
        '!log_option_in_other',
      ],
      'of options beside output options, which ignore_changes keeps': [
        { written: { output_options: OUTPUT } },
        'options_passed_over',
      ],
      'of options that an https receiver does not get': [
        { written: { destination_conf: 'https://logs.example.com/' } },
        'options_refused_for_https',
      ],
      'of the defaults of the service in output options, nothing': [
        { written: { logpull_options: null, output_options: OUTPUT } },
        '',
      ],
      'of one whose interrupted replacement has to be looked for': [
        { before: HELD, known: { ...KNOWN, found: {}, creations: [creation(9)] } },
        'ask jobs',
      ],
      'of a change of the destination itself, nothing of others': [
        { before: HELD, written: { destination_conf: OTHER } },
        '',
      ],
      'of one whose interrupted replacement somebody has deleted, nothing': [
        { before: HELD, known: { ...KNOWN, creations: [creation(9)] } },
        '',
      ],
      'of a write-only destination that is not sent': [
        { before: kept(WRITE_ONLY, OTHER), written: WRITE_ONLY, plan: { destination_conf_wo: null } },
        'destination_not_sent',
      ],
      'of a write-only destination beside a stored one that ignore_changes keeps': [
        { before: HELD, written: { destination_conf_wo: TEXT } },
        '!destination_conf_ignored',
      ],
      'of a change beside what the service alone has': [
        { before: kept({ kept_settings: ['x'] }), written: { enabled: false } },
        'kept',
      ],
    }),
  )('%s', (_case, [given, words]) => {
    expect(planned(given)).toBe(words);
  });
});

const NOTHING = { logpull_options: null, output_options: null, filter: null };

const OPTIONS = { timestamps: 'unixnano', sample: 1, defuse_lookups: false, other: null };

type Named = ReturnType<typeof namedFields>;

test.each<readonly [string, Parameters<typeof namedFields>[0], Named]>([
  ['what is not known', { logpull_options: unknown, output_options: unknown, filter: unknown }, []],
  [
    'a set in which one is not known',
    { ...NOTHING, logpull_options: { ...OPTIONS, fields: ['A', unknown] } },
    [{ name: 'A', path: ['logpull_options', 'fields'] }],
  ],
  [
    'a filter',
    { ...NOTHING, filter: '{"where":{"or":[{"key":"A","operator":"eq","value":{"a":1}},{"key":"B.x"}]}}' },
    [
      { name: 'A', path: ['filter'] },
      { name: 'B', path: ['filter'] },
    ],
  ],
])('the log fields of a job are found in %s', (_case, config, named) => {
  expect(namedFields(config)).toEqual(named);
});
