import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageVersion } from '../../lib/provider/package-root';
import { fakeBuild, filesUnder, mirrorLayout, temporaryFolder } from './fake-provider';

/** Runs the example as its own program would: with the environment as its only input. */
function runExample(environment: Readonly<Record<string, string>>): string {
  const outdir = temporaryFolder();
  const before = { ...process.env };
  delete process.env['ZONE_ID'];
  delete process.env['STORE_SECRETS'];
  Object.assign(process.env, environment, {
    CDKTF_OUTDIR: outdir,
    CDKTF_CONTEXT_JSON: JSON.stringify({ 'zonewright:providerFolder': fakeBuild(packageVersion()) }),
  });
  try {
    jest.isolateModules(() => void jest.requireActual('../../examples/log-fields'));
  } finally {
    process.env = before;
  }
  return join(outdir, 'stacks', 'log-fields');
}

const encoded = (name: string): string => `\${replace(urlencode(var.${name}), "+", "%20")}`;
const DESTINATION =
  `r2://demo-logs/http?account-id=demo&access-key-id=${encoded('store_key_id')}` +
  `&secret-access-key=${encoded('store_key')}`;

test.each([
  [
    'the zone of the documentation',
    {},
    '023e105f4ecef8ad9ca31a8372d0c353',
    { destination_conf_wo: DESTINATION, destination_conf_wo_version: 1 },
    { type: 'string', ephemeral: true },
  ],
  [
    'the zone in the environment, on an older engine',
    { ZONE_ID: 'f'.repeat(32), STORE_SECRETS: 'true' },
    'f'.repeat(32),
    { destination_conf: DESTINATION },
    { type: 'string', sensitive: true },
  ],
])('the example log-fields synthesizes for %s', (_, environment, zone, stored, variable) => {
  const folder = runExample(environment);
  const text = readFileSync(join(folder, 'cdk.tf.json'), 'utf8');
  // What cdktf notes about itself under "//" differs from release to release.
  const synthesized: unknown = JSON.parse(text, (key, value: unknown) => (key === '//' ? undefined : value));
  expect(synthesized).toEqual({
    terraform: {
      backend: { local: { path: join(process.cwd(), 'terraform.log-fields.tfstate') } },
      required_providers: {
        zone: { source: 'registry.terraform.io/zonewright/zone', version: packageVersion() },
      },
    },
    provider: { zone: [{}] },
    resource: {
      zone_log_custom_fields: {
        fields: {
          zone_id: zone,
          request_headers: ['content-type', 'x-request-id', 'x-checkout-version'],
          response_headers: ['server-timing'],
          cookies: ['session_id', 'cart_id'],
          description: 'Fields that our dashboards read',
        },
      },
      zone_logpush_job: {
        logs: {
          zone_id: zone,
          name: 'logs',
          options: {
            fields: ['RayID', 'EdgeStartTimestamp', 'RequestHeaders', 'ResponseHeaders', 'Cookies'],
            timestamps: 'rfc3339',
          },
          enabled: true,
          depends_on: ['zone_log_custom_fields.fields'],
          ...stored,
        },
      },
    },
    variable: { store_key_id: variable, store_key: variable },
    output: {
      ruleset_id: { value: '${zone_log_custom_fields.fields.ruleset_id}' },
      job_id: { value: '${zone_logpush_job.logs.job_id}' },
    },
  });
  expect(filesUnder(join(folder, 'terraform.d', 'plugins'))).toEqual(mirrorLayout(packageVersion()));
});
