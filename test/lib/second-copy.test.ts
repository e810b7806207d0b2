import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as first from '../../lib';
import { packageRoot } from '../../lib/provider/package-root';
import { bare, testApp } from './app-of-stacks';
import { approvalRow } from './approval-row';
import { temporaryFolder } from './fake-provider';
import { OTHER_ZONE, ZONE } from './logpush-stack';
import { errorsOf } from './stack/wrong-compositions';

type Package = typeof first;

const ROOT = packageRoot().folder;

/** The built package in a folder of its own, as a second installation of a monorepo has it, over the same cdktf. */
function installed(version?: string): Package {
  const folder = temporaryFolder();
  for (const part of ['lib', 'schema', 'provider'])
    cpSync(join(ROOT, 'dist', part), join(folder, 'dist', part), { recursive: true });
  const about = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ ...about, version: version ?? about.version }),
  );
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return jest.requireActual<Package>(join(folder, 'dist', 'lib', 'index.js'));
}

const second = installed();

/** Every class that others take, with the takers from `taker` and the taken from `taken`. */
function compose(taker: Package, taken: Package): unknown {
  const app = testApp();
  const stack = bare(app, 'logs');
  new taken.ZoneProvider(stack, 'zone', { maxCustomFields: 50 });
  const provider = new taken.ZoneProvider(stack, 'eu', { alias: 'eu', maxCustomFields: 2 });
  const names = ['x-a', 'x-b'];
  const customFields = new taken.LogCustomFields(stack, 'fields', {
    zoneId: ZONE,
    requestHeaders: names,
    provider,
  });
  const destination = taken.LogDestination.gcs({ bucket: 'logs' });
  const challenge = new taken.LogpushOwnershipChallenge(stack, 'proof', {
    zoneId: ZONE,
    destination,
    provider,
  });
  new taker.LogpushJob(stack, 'job', { customFields, destination, ownershipChallenge: 'token' });
  const gate = new taken.MigrationGate(stack, 'gate', { approval: approvalRow() });
  new taker.ManagedRulesMigration(stack, 'migration', {
    zoneId: ZONE,
    targetState: 'validation',
    dependsOn: [gate, challenge],
  });
  new taker.DataManagedRulesStatus(stack, 'status', { zoneId: ZONE, provider, dependsOn: [customFields] });
  app.synth();
  return JSON.parse(
    readFileSync(join(app.outdir, 'stacks', 'logs', 'cdk.tf.json'), 'utf8'),
    (key, value: unknown) => (key === '//' ? undefined : value),
  );
}

test.each([
  ['the first takes what the second made', first, second],
  ['the second takes what the first made', second, first],
])('an app of two copies synthesizes to what one copy does: %s', (_, taker, taken) => {
  expect(compose(taker, taken)).toEqual(compose(first, first));
});

test('two declarations of one zone are found across two copies of the package', () => {
  const errors = errorsOf((app) => {
    const stack = bare(app, 'logs');
    new first.ZoneProvider(stack, 'zone');
    new first.LogCustomFields(stack, 'one', { zoneId: ZONE, cookies: ['a'] });
    new second.LogCustomFields(stack, 'two', { zoneId: ZONE, cookies: ['a'] });
  });
  expect(errors).toEqual([expect.stringContaining('[logs/two] zoneId: The custom log fields of zone')]);
});

test('a stack with two copies of the package is checked once', () => {
  const errors = errorsOf((app) => {
    const stack = bare(app, 'logs');
    new first.ZoneProvider(stack, 'zone');
    new second.ZoneProvider(stack, 'other', { alias: 'other' });
    new first.LogCustomFields(stack, 'a.b', { zoneId: ZONE, cookies: ['a'] });
    new second.LogCustomFields(stack, 'ab', { zoneId: OTHER_ZONE, cookies: ['a'] });
  });
  expect(errors).toEqual([expect.stringContaining('[logs] logs/a.b and logs/ab both have the address')]);
});
