import type { InterruptedCreation } from '../../../../provider-shim/records/creation-records';
import { planJob, type Before, type Plan } from '../../../../provider-shim/resources/logpush-job/plan';
import { namedFields } from '../../../../provider-shim/resources/logpush-job/log-fields';
import { declaredMeaning, type State } from '../../../../provider-shim/resources/logpush-job/settings';
import { Diagnostics } from '../../../../provider-shim/sdk/framework';
import { unknown, type PlannedState } from '../../../../schema';
import { jobOf, SETTINGS } from './job';

type Written = NonNullable<Parameters<typeof planJob>[0]>;

const ZONE = '023e105f4ecef8ad9ca31a8372d0c353';
const TEXT = 'splunk://logs.example.com/?header_Authorization=secret';

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

interface Given {
  readonly written?: object;
  readonly plan?: object;
  readonly before?: Before;
  readonly creations?: readonly InterruptedCreation[];
}

/** What is planned in one case, what is said, by its code, and what is asked for. */
async function planned({ written = {}, plan = {}, before, creations = [] }: Given) {
  const diagnostics = new Diagnostics();
  const asked: string[] = [];
  const found = <T>(name: string, answer: T) => {
    return () => (asked.push(name), Promise.resolve(answer));
  };
  const { planned: attributes } = await planJob(
    { ...WRITTEN, ...written },
    {
      ...(before?.state ?? { ...STATE, job_id: unknown, destination: unknown }),
      ...written,
      ...plan,
    } as PlannedState<never> as Plan,
    before,
    {
      ...{ diagnostics, creations, importBlock: (id) => id, isImportedOpenly: false },
      zone: () => Promise.resolve('shop.example'),
      fields: found('fields', { kind: 'fields', names: ['RayID'] }),
      jobs: found('jobs', { listed: [], free: [] }),
    },
  );
  const said = diagnostics.all.map(
    ({ code = 'kept', severity }) => `${severity === 'error' ? '!' : ''}${code}`,
  );
  return { attributes, said, asked };
}

/** A creation that an interrupted run began with this job, and with which it made the job of this id. */
const creation = (made: number, of = JOB): InterruptedCreation =>
  ({
    record: { made, before: [] },
    matches: (text: string) =>
      text === declaredMeaning({ destination: of.destination_conf, settings: STATE }),
  }) as unknown as InterruptedCreation;
const kept = (more: object, of = TEXT): Before => ({ state: { ...STATE, ...more }, sent: sent(of) });

test.each<readonly [string, Given, readonly string[]]>([
  ['a new job', {}, ['jobs', 'fields']],
  ['one at rest', { before: HELD }, []],
  ['one whose interrupted replacement has to be found', { before: HELD, creations: [creation(9)] }, ['jobs']],
])('the plan of %s asks the service for no more than it needs', async (_case, given, asks) => {
  expect(await planned(given)).toMatchObject({ said: [], asked: asks });
});

const [IN_S3, OTHER_IN_S3] = ['a', 'b'].map(
  (secret) => `s3://logs/x?region=us-east-1&access-key-id=${secret}`,
);
const ASKS = '!ownership_challenge_missing';
const [OF_S3, OF_SECRET] = [
  { destination_conf: IN_S3 },
  { destination_conf: null, destination_conf_wo: IN_S3, destination_conf_wo_version: 1 },
];
const [WITH_S3, WITH_SECRET] = [OF_S3, { ...OF_SECRET, destination_conf_wo: null }].map((more) =>
  kept(more, IN_S3),
);

const changed = (version: unknown): object => ({
  ...{ ...OF_SECRET, destination_conf_wo: OTHER_IN_S3, destination_conf_wo_version: version },
});

/** Destinations that are sent, not sent, or perhaps × what proves that they are the user's. */
test.each<readonly [string, Given, isAsked: boolean]>([
  ['a new one', { written: OF_S3 }, true],
  ['a new one elsewhere', {}, false],
  ['a new one, not known', { written: { destination_conf: unknown } }, false],
  ['a new one that is write-only', { written: OF_SECRET }, true],
  [
    'a new one of an unknown version',
    { written: { ...OF_SECRET, destination_conf_wo_version: unknown } },
    true,
  ],
  ['one that moves', { before: HELD, written: OF_S3 }, true],
  ['one that stays', { before: WITH_S3, written: OF_S3 }, false],
  ['one that stays while the job changes', { before: WITH_S3, written: { ...OF_S3, enabled: false } }, false],
  ['one that gets another secret', { before: WITH_S3, written: { destination_conf: OTHER_IN_S3 } }, true],
  ['a write-only one that stays', { before: WITH_SECRET, written: OF_SECRET }, false],
  ['a write-only one of another version', { before: WITH_SECRET, written: changed(2) }, true],
  ['a write-only one of an unknown version', { before: WITH_SECRET, written: changed(unknown) }, false],
])('a proof is asked for, of %s', async (_which, { before, written }, isAsked) => {
  for (const name of ['ownership_challenge', 'ownership_challenge_wo'])
    for (const token of [null, '', 'token', unknown]) {
      const { said } = await planned({ ...(before && { before }), written: { ...written, [name]: token } });
      expect([name, token, said.includes(ASKS)]).toEqual([name, token, isAsked && (token ?? '') === '']);
    }
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
