import { Annotations, Aspects, type IAspect, TerraformVariable, Testing } from 'cdktf';
import type { IConstruct } from 'constructs';
import {
  LogCustomFields,
  LogDestination,
  LogpushJob,
  ManagedRulesMigration,
  MigrationGate,
  ZoneLogging,
} from '../../lib';
import { OPEN, SECRET, WITH_KEYS, ZONE, zoneStack } from './logpush-stack';

const DIGEST = `sha256:${'a'.repeat(64)}`;

/** A policy of a company: logs stay in its own store, are delivered, and hold no cookie. */
class LogsStayHere implements IAspect {
  visit(node: IConstruct): void {
    const refuse = (message: string): void => Annotations.of(node).addError(message);
    if (node instanceof LogpushJob && node.dataset === 'http_requests') {
      const { scheme, host } = node.destination;
      if (scheme !== 'r2' || host !== 'logs') refuse(`delivers to ${scheme}://${host}`);
      if (node.enabled === false) refuse('is not enabled');
    }
    if (node instanceof LogCustomFields && node.cookies.length > 0)
      refuse(`logs ${node.cookies.join(' and ')}`);
  }
}

test('an Aspect reads what it needs, and its errors fail the synthesis', () => {
  const app = Testing.app();
  const stack = zoneStack('stack', app);
  const logging = new ZoneLogging(stack, 'logging', {
    zoneId: ZONE,
    jobs: {
      good: { destination: WITH_KEYS },
      bad: {
        enabled: false,
        destination: 'https://user:pass@logs.example.com:8443/in?header_Authorization=x',
      },
    },
  });
  logging.addCookie('sid');
  Aspects.of(stack).add(new LogsStayHere());
  const warnings = jest.spyOn(process, 'emitWarning').mockImplementation();
  const errors = (): string => {
    try {
      app.synth();
      return 'no error';
    } catch (error) {
      return (error as Error).message;
    }
  };
  const told = errors();
  warnings.mockRestore();
  expect(told.split('\n').filter((line) => line.includes('stack/logging'))).toEqual([
    expect.stringContaining('[stack/logging/fields] logs sid'),
    expect.stringContaining('[stack/logging/jobs/bad] delivers to https://logs.example.com:8443'),
    expect.stringContaining('[stack/logging/jobs/bad] is not enabled'),
  ]);
});

describe('a destination', () => {
  const variable = (id: string): string => new TerraformVariable(zoneStack(), id, {}).stringValue;
  const template = '${replace(var.host, "/", "")}';

  test.each([
    ['with keys', WITH_KEYS, 'r2', 'logs'],
    ['whose place is a token', LogDestination.gcs({ bucket: variable('bucket') }), 'gs', undefined],
    ['that is a token', LogDestination.of(variable('conf')), undefined, undefined],
    ['with a user', LogDestination.of('https://user:pass@a.example/in'), 'https', 'a.example'],
    ['with an expression for its host', LogDestination.of(`https://${template}/in`), 'https', undefined],
  ])('%s shows its scheme and its host', (_, { scheme, host }, expectedScheme, expectedHost) => {
    expect({ scheme, host }).toEqual({ scheme: expectedScheme, host: expectedHost });
  });

  test('of a job is shown without its secrets', () => {
    const job = new LogpushJob(zoneStack(), 'job', { zoneId: ZONE, destination: WITH_KEYS });
    expect(job.destination).toEqual({
      scheme: 'r2',
      host: 'logs',
      place: 'r2://logs?account-id=a1',
      needsChallenge: false,
      holdsSecrets: true,
    });
    expect(JSON.stringify(job.destination)).not.toContain(SECRET);
  });
});

describe('a policy can read', () => {
  test('the props of a job, or their defaults', () => {
    const stack = zoneStack();
    const filter = '{"where":{"key":"ClientCountry","operator":"eq","value":"de"}}';
    const given = new LogpushJob(stack, 'given', {
      zoneId: ZONE,
      destination: WITH_KEYS,
      name: 'siem',
      dataset: 'dns_logs',
      enabled: false,
      filter,
      fields: ['QueryName'],
      storeSecrets: true,
    });
    const bare = new LogpushJob(stack, 'bare', { zoneId: ZONE, destination: OPEN, storeSecrets: true });
    const read = ({ name, dataset, enabled, filter, listedFields, storesSecrets }: LogpushJob): unknown => ({
      ...{ name, dataset, enabled, filter, listedFields, storesSecrets },
    });
    expect(read(given)).toEqual({
      name: 'siem',
      dataset: 'dns_logs',
      enabled: false,
      filter,
      listedFields: ['QueryName'],
      storesSecrets: true,
    });
    expect(read(bare)).toEqual({
      name: '',
      dataset: 'http_requests',
      enabled: true,
      filter: undefined,
      listedFields: [],
      storesSecrets: false,
    });
  });

  test('the known custom log fields, including contributions', () => {
    const stack = zoneStack();
    const token = new TerraformVariable(stack, 'name', {});
    const fields = new LogCustomFields(stack, 'fields', {
      zoneId: ZONE,
      requestHeaders: ['accept', token.stringValue],
      responseHeaders: token.listValue,
    });
    fields.addRequestHeader('x-request-id').addResponseHeader('server');
    const { requestHeaders, responseHeaders, cookies, enabled, hasUnknownNames } = fields;
    expect({ requestHeaders, responseHeaders, cookies, enabled, hasUnknownNames }).toEqual({
      requestHeaders: ['accept', 'x-request-id'],
      responseHeaders: ['server'],
      cookies: [],
      enabled: true,
      hasUnknownNames: true,
    });
    const known = new LogCustomFields(stack, 'known', { zoneId: ZONE, cookies: ['a'], enabled: false });
    expect([known.cookies, known.enabled, known.hasUnknownNames]).toEqual([['a'], false, false]);
  });

  test('the props of a migration, or the approved values of its gate', () => {
    const stack = zoneStack();
    const gate = new MigrationGate(stack, 'gate', {
      zoneId: ZONE,
      targetState: 'finished',
      approvedDigest: DIGEST,
      acknowledgeIrreversible: ZONE,
      deleteUriOverrides: true,
    });
    const adjustments = { ['a'.repeat(32)]: { ['b'.repeat(32)]: { action: 'log' } } } as const;
    const gated = new ManagedRulesMigration(stack, 'gated', { gate, adjustments, onDestroy: 'abandon' });
    const bare = new ManagedRulesMigration(stack, 'bare', { zoneId: ZONE, targetState: 'validation' });
    const read = (migration: ManagedRulesMigration): unknown => {
      const { zoneId, targetState, approvedDigest, acknowledgeIrreversible: word } = migration;
      const { deleteUriOverrides, onDestroy, adjustments: changes, gate: heldBackBy } = migration;
      return [zoneId, targetState, approvedDigest, word, deleteUriOverrides, onDestroy, changes, heldBackBy];
    };
    expect(read(gated)).toEqual([ZONE, 'finished', DIGEST, ZONE, true, 'abandon', adjustments, gate]);
    expect(read(bare)).toEqual([
      ...[ZONE, 'validation', undefined, undefined, false, 'refuse', undefined, undefined],
    ]);
  });
});
