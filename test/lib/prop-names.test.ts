import * as zonewright from '../../lib';
import { problemsOf } from '../../testing';
import { testApp, withProvider } from './app-of-stacks';
import { approvalRow } from './approval-row';
import { OPEN, ZONE } from './logpush-stack';

/** The constructs as JavaScript sees them, or a spread in TypeScript. */
const CLASSES = zonewright as unknown as Record<
  string,
  new (scope: object, id: string, props: object) => unknown
>;
const { LogDestination } = zonewright;

const gcs = { destination: LogDestination.gcs({ bucket: 'logs' }) };
const executed = (execute: object): object => ({
  rules: [{ name: 'a', execute: { rulesetId: ZONE, ...execute } }],
});
const adjusted = (rule: object): object => ({
  targetState: 'validation',
  adjustments: { [ZONE]: { [ZONE]: { action: 'log', ...rule } } },
});
const receiver = (more: object): object => ({
  destination: LogDestination.https({ host: 'logs.example.com', ...more }),
});

type Case = readonly [construct: string, props: object, said: string];
const CASES: readonly Case[] = [
  ['LogCustomFields', { response_headers: ['a'] }, '"response_headers" here. Write responseHeaders.'],
  ['LogCustomFields', { cookie: ['b'] }, '"cookie" here. Write cookies.'],
  ['LogCustomFields', { enable: true }, '"enable" here. Write enabled.'],
  ['LogCustomFields', { rulesetId: ZONE }, '"rulesetId" here. The provider sets it: leave it out.'],
  ['ZoneProvider', { alias: 'x', baseURL: 'https://a.example' }, '"baseURL" here. Write baseUrl.'],
  ['ZoneProvider', { alias: 'x', api_token: 'x' }, '"api_token" here. Write apiToken.'],
  ['LogpushJob', { destination_conf: OPEN }, '"destination_conf" here. Write destination.'],
  ['LogpushJob', { destinationConf: OPEN }, '"destinationConf" here. Write destination.'],
  ['LogpushJob', { outputOptions: { recordPrefx: 'a' } }, '"recordPrefx" here. Write recordPrefix.'],
  ['LogpushJob', { outputOptions: { sample: 1 } }, '"sample" here. Write sampleRate, with the same value.'],
  ['LogpushJob', receiver({ header: {} }), '"header" in LogDestination.https. Write headers.'],
  [
    'LogpushJob',
    { destination: LogDestination.of('https://a.example', { holdSecrets: true } as never) },
    '"holdSecrets" in LogDestination.of. Write holdsSecrets.',
  ],
  ['LogpushOwnershipChallenge', { ...gcs, storeSecret: true }, '"storeSecret" here. Write storeSecrets.'],
  ['ManagedRules', executed({ override: {} }), '"override" here. Write overrides.'],
  ['ManagedRules', executed({ id: ZONE }), '"id" here. Write rulesetId, with the same value.'],
  [
    'ManagedRules',
    executed({ overrides: { rules: { [ZONE]: { action: 'log', score: 5 } } } }),
    '"score" here. Allowed: action, enabled, sensitivityLevel, scoreThreshold.',
  ],
  ['ManagedRulesMigration', adjusted({ enable: false }), '"enable" here. Write enabled.'],
  ['ManagedRulesMigration', { ...adjusted({}), timeout: {} }, '"timeout" here. Write timeouts.'],
  [
    'MigrationGate',
    { approval: approvalRow(), count: 2 },
    '"count" here. Allowed: approval, dependsOn, lifecycle.',
  ],
  ['DataZones', { names: ['example.com'], name: 'a' }, '"name" here. Write names.'],
  ['DataRulesets', { zoneID: ZONE }, '"zoneID" here. Write zoneId.'],
];

/** What the others need. */
const NEEDED: Readonly<Record<string, object>> = {
  LogCustomFields: { zoneId: ZONE, cookies: ['a'] },
  LogpushJob: { zoneId: ZONE, destination: OPEN },
  ...{ ZoneProvider: {}, MigrationGate: {}, DataZones: {} },
};

function problems(name: string, props: object): readonly (readonly [string, string])[] {
  const stack = withProvider(testApp());
  new (CLASSES[name] as (typeof CLASSES)[string])(stack, 'x', {
    ...(NEEDED[name] ?? { zoneId: ZONE }),
    ...props,
  });
  return problemsOf(stack).map(({ construct, message, hint }) => [construct, `${message} ${hint}`]);
}

test.each<Case>(CASES)('a %s with %j is refused', (name, props, said) => {
  expect(problems(name, props)).toEqual([['logs/x', `There is no prop ${said}`]]);
});

test.each<readonly [string, object]>([
  ['LogCustomFields', { cookie: undefined, enable: null, lifecycle: {}, dependsOn: [], count: 1 }],
  ['LogCustomFields', { provisioners: [{ type: 'local-exec', command: 'true' }], connection: undefined }],
])('a %s with %j is accepted', (name, props) => {
  expect(problems(name, props)).toEqual([]);
});
