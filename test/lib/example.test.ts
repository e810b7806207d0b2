import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageVersion } from '../../lib/package-root';
import { fakeBuild, filesUnder, mirrorLayout, temporaryFolder } from './fake-provider';

/** Runs the example as its own program would: with the environment as its only input. */
function runExample(environment: Readonly<Record<string, string>>): string {
  const outdir = temporaryFolder();
  const before = { ...process.env };
  delete process.env['ZONE_ID'];
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

test.each([
  ['the zone of the documentation', {}, '023e105f4ecef8ad9ca31a8372d0c353'],
  ['the zone in the environment', { ZONE_ID: 'f'.repeat(32) }, 'f'.repeat(32)],
])('the example log-fields synthesizes for %s', (_, environment, zone) => {
  const folder = runExample(environment);
  const text = readFileSync(join(folder, 'cdk.tf.json'), 'utf8');
  // What cdktf notes about itself under "//" differs from release to release.
  const synthesized: unknown = JSON.parse(text, (key, value: unknown) => (key === '//' ? undefined : value));
  expect(synthesized).toEqual({
    terraform: {
      backend: { local: { path: 'terraform.tfstate' } },
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
    },
    output: { ruleset_id: { value: '${zone_log_custom_fields.fields.ruleset_id}' } },
  });
  expect(filesUnder(join(folder, 'terraform.d', 'plugins'))).toEqual(mirrorLayout(packageVersion()));
});
