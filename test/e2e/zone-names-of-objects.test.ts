import type { FaultRule } from '../../emulator';
import { CORE, executes, finishedZone } from './managed-zone';
import { zoneIdOf } from './migrating-zones';
import {
  beginAnew,
  changesIn,
  declare,
  refusal,
  service,
  stored,
  useWorkspace,
  workspace,
} from './one-service';
import type { Resources } from '../support/workspace';

/**
 * Objects have the name of their zone in every plan; a run asks for it once for each zone, and only for what lacks it. So
 * do messages.
 */

const [SHOP, BLOG] = [zoneIdOf('shop'), zoneIdOf('blog')];

useWorkspace(
  { seed: { zones: [finishedZone('shop'), finishedZone('blog')] } },
  { startedBy: 'workspace', declare: () => declare({}) },
);
beforeEach(() => beginAnew());
afterEach(() => service.emulator.control.faults.clear());

const job = (zone_id: string, more: object = {}): object => ({
  ...{ zone_id, destination_conf: 'https://logs.example.com/', ...more },
});
const OF_SHOP: Resources = {
  zone_log_custom_fields: { fields: { zone_id: SHOP, cookies: ['sid'] } },
  zone_logpush_job: { one: job(SHOP), two: job(SHOP, { name: 'two' }) },
  zone_logpush_ownership_challenge: {
    bucket: { zone_id: SHOP, destination_conf: 's3://logs/a?region=eu-west-1' },
  },
  zone_managed_rules: { rules: { zone_id: SHOP, rules: [executes('core', CORE)] } },
};
const ONE_JOB: Resources = { zone_logpush_job: { one: job(SHOP) } };

/** What a plan has as names, by address; null for what it does not know. */
async function named(): Promise<Readonly<Record<string, unknown>>> {
  expect(await workspace.plan({ out: 'saved.tfplan' })).toMatchObject({ exitCode: 2 });
  const changes = (await changesIn('saved.tfplan')).filter(({ type }) => type.startsWith('zone_'));
  return Object.fromEntries(
    changes.map(({ address, change: { after } }) => [address, after?.['zone_name'] ?? null]),
  );
}

/** How often the service is asked for a zone while something runs. */
async function asked(run: () => Promise<unknown>): Promise<number> {
  const { control } = service.emulator;
  control.clearJournal();
  await run();
  return control.journal({ operation: 'zones.get' }).length;
}

/** Applies the plan that {@link named} has saved. */
const applied = async (): Promise<void> =>
  expect(await workspace.apply({ planFile: 'saved.tfplan' })).toMatchObject({ exitCode: 0 });

async function settled(): Promise<void> {
  const plan = async (): Promise<void> => expect(await workspace.plan()).toMatchObject({ exitCode: 0 });
  expect(await asked(plan)).toBe(0);
}

const names = (): readonly unknown[] =>
  stored().flatMap(({ instances }) => instances.map(({ attributes }) => attributes['zone_name']));

const refuse = (effect: FaultRule['effect']): void =>
  service.emulator.control.faults.put([{ match: { operation: 'zones.get' }, effect }]);

test('all new objects of a zone share one question in the plan, and one at apply', async () => {
  declare(OF_SHOP);
  const plan = async (): Promise<void> =>
    expect(new Set(Object.values(await named()))).toEqual(new Set(['shop.example']));
  expect(await asked(plan)).toBe(1);
  expect(await asked(applied)).toBe(1);
  expect(names()).toEqual(Array(5).fill('shop.example'));
  await settled();
});

test('an object that is changed needs no question; one that changes its zone has the name of the new one', async () => {
  declare(ONE_JOB);
  await workspace.applied();
  const changed = async (one: object): Promise<unknown> => {
    declare({ zone_logpush_job: { one } });
    return asked(() => named());
  };
  expect(await changed(job(SHOP, { enabled: true }))).toBe(0);
  expect(await changed(job(SHOP, { dataset: 'firewall_events' }))).toBe(1);
  expect(await asked(applied)).toBe(1);
  expect(await changed(job(BLOG, { dataset: 'firewall_events' }))).toBe(1);
  expect(await named()).toEqual({ 'zone_logpush_job.one': 'blog.example' });
  await applied();
  expect(names()).toEqual(['blog.example']);
  await settled();
});

test('a zone that is known after apply has its name then', async () => {
  declare({
    terraform_data: { zone: { input: SHOP } },
    zone_logpush_job: { one: job('${terraform_data.zone.output}') },
  });
  expect(await named()).toEqual({ 'zone_logpush_job.one': null });
  expect(await asked(applied)).toBe(1);
  expect(await workspace.attributes('zone_logpush_job.one')).toMatchObject({ zone_name: 'shop.example' });
  await settled();
});

test.each<readonly [string, FaultRule['effect'] | undefined, string]>([
  ['returns its name', undefined, `shop.example (${SHOP})`],
  ['does not return it', { kind: 'answer', status: 403 }, SHOP],
  ['is at fault', { kind: 'answer', status: 500 }, SHOP],
  ['answers something else', { kind: 'html-page', status: 200 }, SHOP],
])('a message of a zone is shown when the service %s', async (_why, effect, zone) => {
  const { zone_log_custom_fields, zone_logpush_job } = { ...OF_SHOP, ...ONE_JOB };
  const imports = [
    { to: 'zone_log_custom_fields.fields', id: SHOP },
    { to: 'zone_logpush_job.one', id: `${SHOP}/17` },
  ];
  const more = { import: imports, provider: { zone: { max_retries: 0 } } };
  declare({ zone_log_custom_fields, zone_logpush_job } as Resources, more);
  if (effect) refuse(effect);
  const said = await refusal();
  expect(said).toContain(
    `Zone ${zone} has no custom log fields that zone_log_custom_fields can express, so there is nothing to import.`,
  );
  expect(said).toContain(`Zone ${zone} has no log push job 17, so there is nothing to import.`);
  expect(said).toContain('Remove the import block');
});
