import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findEngine } from '../../cli/engine/find';
import { temporaryFolder } from '../support/temporary-folder';

const folder = temporaryFolder();

/** A resource as release 3.x of the vendor's provider stores it. */
const resource = (type: string, name: string, keys: readonly (string | number | null)[], more = {}) => ({
  ...{ mode: 'managed', type, name, provider: 'provider["registry.terraform.io/cloudflare/cloudflare"]' },
  instances: keys.map((key) => ({
    ...(key === null ? {} : { index_key: key }),
    ...{ schema_version: 0, attributes: { id: '1' }, sensitive_attributes: [] },
  })),
  ...more,
});

const KEPT = [resource('cloudflare_record', 'www', [null])];
const DATA = resource('cloudflare_waf_groups', 'found', [null], { mode: 'data' });

/** Runs the commands of the documentation, as they stand there. */
test('the commands of docs/guides/from-cloudflare.md forget what does not move, and nothing else', async () => {
  const resources = [
    ...KEPT,
    DATA,
    resource('cloudflare_waf_package', 'core', [null]),
    resource('cloudflare_waf_group', 'each', ["it's", 'b "c"']),
    resource('cloudflare_waf_rule', 'one', [0], { module: 'module.shop["a].b"].module.waf[1]' }),
    resource('cloudflare_waf_override', 'uris', [null]),
    resource('cloudflare_logpush_ownership_challenge', 'logs', ['a']),
  ];
  const state = { version: 4, terraform_version: '1.5.0', serial: 3, lineage: 'x', outputs: {}, resources };
  writeFileSync(join(folder, 'terraform.tfstate'), JSON.stringify(state));
  const guide = join(__dirname, '..', '..', 'docs', 'guides', 'from-cloudflare.md');
  const documentation = readFileSync(guide, 'utf8');
  const [, commands = ''] = /```sh\n(terraform state list [^`]+)```/.exec(documentation) ?? [];
  const { binary } = await findEngine({ fetch: false });
  const run = (script: string): string =>
    execFileSync(
      'bash',
      ['-c', `set -o pipefail; ${script.replaceAll('terraform state', `${binary} state`)}`],
      {
        ...{ cwd: folder, encoding: 'utf8', stdio: 'pipe' },
      },
    );
  expect(run(commands)).toContain(`Would remove cloudflare_waf_group.each["it's"]`);
  run(commands.replace(' -dry-run', ''));
  const { resources: left } = JSON.parse(readFileSync(join(folder, 'terraform.tfstate'), 'utf8')) as {
    readonly resources: readonly { readonly type: string }[];
  };
  expect(left.map(({ type }) => type).sort()).toEqual(['cloudflare_record', 'cloudflare_waf_groups']);
});
