import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SeedZone } from '../../emulator';
import { placeProvider } from '../../lib/provider/provider-package';
import { reviewPlans } from '../../cli/review/review-plans';
import { inputOf } from '../review/recorded-plans';
import { placeFixture } from '../support/fixture-provider';
import { MANAGED, SCANNER_RULE, WORDPRESS_RULE } from './managed-zone';
import { beginAnew, declare, printed, useWorkspace, workspace, writes } from './one-service';

/**
 * States of the vendor's provider, built from its public schemas: https://github.com/cloudflare/terraform-provider-cloudflare,
 * tags v3.35.0, v4.52.8 and v5.22.0. Each has the same objects, in a zone of its own.
 */
const zoneOf = (version: string): string => version.charAt(0).repeat(32);
const field_names = ['ClientIP', 'EdgeStartTimestamp', 'RayID'];
const NO_LIMITS = { max_upload_bytes: 0, max_upload_interval_seconds: 0, max_upload_records: 0 };
const FORM = { field_names, timestamp_format: 'rfc3339' };

/** The options of the job, as each release leaves them at the service, and as they are declared here. */
const JOBS: Readonly<Record<string, readonly [held: object, declared: object]>> = {
  '3.35.0': [
    { logpull_options: `fields=${field_names.join()}&timestamps=rfc3339` },
    { logpull_options: { fields: field_names, timestamps: 'rfc3339' } },
  ],
  '4.52.8': [
    { output_options: { ...FORM, sample_rate: 0.5, 'CVE-2021-44228': true } },
    { output_options: { ...FORM, sample_rate: 0.5, defuse_lookups: true } },
  ],
  '5.22.0': [
    { ...NO_LIMITS, logpull_options: '', kind: '', frequency: 'high', output_options: FORM },
    { output_options: FORM },
  ],
};

const jobOf = (version: string, form: 0 | 1) => ({
  ...{ name: 'requests', enabled: true, ...JOBS[version]?.[form] },
  destination_conf: `s3://example-logs-${version.charAt(0)}/http/{DATE}?region=us-east-1`,
  filter: '{"where":{"key":"EdgeResponseStatus","operator":"geq","value":500}}',
});

const OFFICE = { description: 'Office', expression: 'ip.src in {192.0.2.0/24}' };
const SKIP = { rules: { [MANAGED]: [WORDPRESS_RULE, SCANNER_RULE] } };
const WORDPRESS = { action: 'block', enabled: true };

function held(version: string): object {
  const fields = {
    request_fields: [{ name: 'content-type' }, { name: 'x-forwarded-for' }],
    ...{ response_fields: [{ name: 'server' }], cookie_fields: [{ name: '__ga' }] },
  };
  const rules = [{ id: SCANNER_RULE, enabled: false }];
  const overrides = { categories: [{ category: 'wordpress', ...WORDPRESS }], rules };
  const rule = { expression: 'true', description: 'Log fields' };
  const managed = [
    { action: 'skip', ...OFFICE, action_parameters: SKIP },
    { action: 'execute', expression: 'true', action_parameters: { id: MANAGED, overrides } },
  ];
  const logged = [{ action: 'log_custom_field', ...rule, action_parameters: fields }];
  const idOf = (digit: string): string => version.charAt(0) + digit.padStart(31, '0');
  return {
    ...{ id: zoneOf(version), name: `${version}.example`, plan: 'enterprise' },
    migration: { state: 'finished' },
    rulesets: [
      { id: idOf('1'), phase: 'http_log_custom_fields', rules: logged },
      { id: idOf('2'), phase: 'http_request_firewall_managed', rules: managed },
    ],
    logpush: { jobs: [{ id: Number(`${version.charAt(0)}0417`), ...jobOf(version, 0) }] },
  };
}

function declareAs(version: string): void {
  const zone_id = zoneOf(version);
  const overrides = { categories: { wordpress: WORDPRESS }, rules: { [SCANNER_RULE]: { enabled: false } } };
  const rules = [
    { name: 'office', ...OFFICE, skip: SKIP },
    { name: 'cloudflare_managed_ruleset', execute: { ruleset_id: MANAGED, overrides } },
  ];
  const lists = { request_headers: ['content-type', 'x-forwarded-for'], response_headers: ['server'] };
  const fields = { zone_id, ...lists, cookies: ['__ga'], description: 'Log fields' };
  const resource = {
    zone_log_custom_fields: { fields },
    zone_managed_rules: { managed: { zone_id, rules } },
    zone_logpush_job: { requests: { zone_id, ...jobOf(version, 1) } },
  };
  const moved = [
    { from: 'cloudflare_ruleset.fields', to: 'zone_log_custom_fields.fields' },
    { from: 'cloudflare_ruleset.managed', to: 'zone_managed_rules.managed' },
    { from: 'cloudflare_logpush_job.requests', to: 'zone_logpush_job.requests' },
  ];
  declare(resource, { moved });
}

/** @param schema what its resources have instead of the schema version 500 */
function beginWith(version: string, schema: number): void {
  const file = join(__dirname, '..', 'fixtures', 'vendor-states', `${version}.tfstate`);
  const text = readFileSync(file, 'utf8').replaceAll('"schema_version": 500', `"schema_version": ${schema}`);
  workspace.write('terraform.tfstate', text);
  declareAs(version);
}

const seed = { zones: Object.keys(JOBS).map(held) as readonly SeedZone[] };
const settings = { model: 'today', rateLimit: 0 } as const;
const place = (mirror: string): void => {
  placeProvider(mirror);
  placeFixture('null', { address: 'cloudflare/cloudflare', version: '5.22.0' })(mirror);
};
useWorkspace({ settings, seed }, { place, declare: () => beginWith('5.22.0', 500) });

test.each([
  ['release 3', '3.35.0', 500],
  ['release 4', '4.52.8', 500],
  ['release 5', '5.22.0', 500],
  ['release 5 before 5.19', '5.22.0', 1],
  ['a job of release 5.16', '5.22.0', 0],
] as const)('what %s has made is moved without a write, and plans empty', async (_name, version, schema) => {
  beginAnew();
  beginWith(version, schema);
  const { stdout } = await workspace.run(['state', 'list']);
  const others = stdout.split('\n').filter((address) => /_waf_|_challenge/.test(address));
  expect(await workspace.run(['state', 'rm', ...others])).toMatchObject({ exitCode: 0 });
  expect(printed(await workspace.plan({ out: 'saved.tfplan' }))).toContain(
    'Plan: 0 to add, 0 to change, 0 to destroy.',
  );
  const { rows } = reviewPlans([inputOf((await workspace.showJson('saved.tfplan')).json, 'stack')], []);
  expect(rows.map(({ counted_as: marks }) => marks)).toEqual([['takes'], ['takes'], ['takes']]);
  await workspace.applied();
  expect(await workspace.plan()).toMatchObject({ exitCode: 0 });
  expect(writes()).toEqual([]);
  expect(workspace.read('terraform.tfstate')).not.toContain('cloudflare_ruleset');
});
