import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JournalEntry } from '../../emulator';
import { beginAnew, declare, service, useWorkspace, workspace } from './one-service';
import type { Resources } from '../support/workspace';
import { CORE, executes, finishedZone, MANAGED, SCANNER_RULE } from './managed-zone';
import { migratingZone, zoneIdOf } from './migrating-zones';

/** How many requests each operation takes: the table in docs/internals/performance.md, measured with the real engine. */
const ZONE = zoneIdOf('one');

const fields = (cookie: string): Resources => ({
  zone_log_custom_fields: { fields: { zone_id: ZONE, cookies: [cookie] } },
});

const job = (name: string, enabled = false): object => ({
  zone_id: ZONE,
  dataset: 'http_requests',
  name,
  destination_conf: `https://logs.example/${name}`,
  enabled,
});

const jobs = (...names: readonly string[]): Resources => ({
  zone_logpush_job: Object.fromEntries(names.map((name) => [name, job(name)])),
});

const migration = (target: 'validation' | 'finished'): Resources => ({
  zone_managed_rules_migration: {
    rules: {
      zone_id: ZONE,
      target_state: target,
      ...(target === 'finished' ? { acknowledge_irreversible: ZONE } : {}),
    },
  },
});

/** A zone that has finished its migration and has no managed rules. */
const MIGRATED = zoneIdOf('migrated');

const managedRules = (...rulesets: readonly string[]): Resources => ({
  zone_managed_rules: {
    rules: {
      zone_id: MIGRATED,
      rules: rulesets.map((id, index) => executes(`rule-${index}`, id)),
    },
  },
});

const overriddenRules: Resources = {
  zone_managed_rules: {
    rules: {
      zone_id: MIGRATED,
      rules: [
        executes('core', CORE),
        executes('managed', MANAGED, { overrides: { rules: { [SCANNER_RULE]: { enabled: false } } } }),
      ],
    },
  },
};

const EVERYTHING = { ...fields('a'), ...jobs('one', 'two', 'three'), ...migration('finished') };

/** Each row of the table: what is there before, and what is declared then. */
const ROWS: Readonly<
  Record<string, { readonly before?: Resources; readonly declared: Resources; readonly proof?: 'on' }>
> = {
  'Field set: create in an empty zone': { declared: fields('a') },
  'Field set: update': { before: fields('a'), declared: fields('b') },
  'Field set: destroy': { before: fields('a'), declared: {} },
  'Field set: no change': { before: fields('a'), declared: fields('a') },
  'Job: create': { declared: jobs('one') },
  'Three jobs of one zone: create': { declared: jobs('one', 'two', 'three') },
  'Job: update': {
    before: jobs('one'),
    declared: { zone_logpush_job: { one: job('one', true) } },
  },
  'Job: destroy': { before: jobs('one'), declared: {} },
  'Job: no change': { before: jobs('one'), declared: jobs('one') },
  'Three jobs of one zone: no change': {
    before: jobs('one', 'two', 'three'),
    declared: jobs('one', 'two', 'three'),
  },
  'Managed rules: create in an empty zone': { declared: managedRules(MANAGED) },
  'Managed rules: create, with an override of a rule': { declared: overriddenRules },
  'Managed rules: update': { before: managedRules(MANAGED), declared: managedRules(MANAGED, CORE) },
  'Managed rules: destroy': { before: managedRules(MANAGED), declared: {} },
  'Managed rules: no change': { before: managedRules(MANAGED), declared: managedRules(MANAGED) },
  'Migration: begin validation': { declared: migration('validation') },
  'Migration: from validation to the end': {
    before: migration('validation'),
    declared: migration('finished'),
  },
  'Migration: from the start to the end': { declared: migration('finished') },
  'Migration, finished: no change': { before: migration('finished'), declared: migration('finished') },
  'Field set, three jobs and a finished migration: no change': { before: EVERYTHING, declared: EVERYTHING },
  'Proven field set: create in an empty zone': { declared: fields('a'), proof: 'on' },
  'Two proven field sets: create in empty zones': {
    declared: {
      zone_log_custom_fields: {
        ...fields('a')['zone_log_custom_fields'],
        other: { zone_id: MIGRATED, cookies: ['a'] },
      },
    },
    proof: 'on',
  },
  'Proven field set: update': { before: fields('a'), declared: fields('b'), proof: 'on' },
  'Proven field set: destroy': { before: fields('a'), declared: {}, proof: 'on' },
  'Proven field set: no change': { before: fields('a'), declared: fields('a'), proof: 'on' },
  'Proven job: create': { declared: jobs('one'), proof: 'on' },
  'Proven managed rules: create in an empty zone': { declared: managedRules(MANAGED), proof: 'on' },
  'Proven managed rules: update': {
    before: managedRules(MANAGED),
    declared: managedRules(MANAGED, CORE),
    proof: 'on',
  },
};

useWorkspace(
  { seed: { zones: [migratingZone('one'), finishedZone('migrated')] }, settings: { finishSeconds: 0 } },
  { declare: () => declare({}) },
);

async function requestsOf(command: () => Promise<unknown>): Promise<readonly JournalEntry[]> {
  const before = service.emulator.control.journal().length;
  await command();
  return service.emulator.control.journal().slice(before);
}

/** The rows of the documented table: what it counts for the plan, and for the apply of that plan. */
function documented(): Readonly<Record<string, readonly [number, number]>> {
  const text = readFileSync(join(__dirname, '..', '..', 'docs', 'internals', 'performance.md'), 'utf8');
  const rows = [...text.matchAll(/^\| ([A-Z][^|]+?) +\| +(\d+) \| +(\d+|–) \|$/gm)];
  return Object.fromEntries(
    rows.map(([, name = '', plan, apply]) => [name, [Number(plan), apply === '–' ? 0 : Number(apply)]]),
  );
}

test('the table has every operation that is measured, and no other', () => {
  expect(Object.keys(documented()).sort()).toEqual(Object.keys(ROWS).sort());
});

test.each(Object.entries(ROWS))('%s takes as many requests as documented', async (name, row) => {
  beginAnew();
  if (row.before) {
    declare(row.before);
    await workspace.applied();
  }
  declare(row.declared, { provider: { zone: { proof: row.proof ?? 'off' } } });
  const plan = await requestsOf(() => workspace.plan({ out: 'saved.tfplan' }));
  const isEmpty = row.before === row.declared || JSON.stringify(row.before) === JSON.stringify(row.declared);
  const apply = isEmpty
    ? []
    : await requestsOf(async () =>
        expect(await workspace.apply({ planFile: 'saved.tfplan' })).toMatchObject({ exitCode: 0 }),
      );
  const sent = [plan, apply].map((entries) =>
    entries.map(({ method, operation }) => `${method} ${operation}`),
  );
  const [planned, applied] = documented()[name] ?? [];
  expect({ sent, counts: sent.map(({ length }) => length) }).toEqual({ sent, counts: [planned, applied] });
});
