import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_ZONE_ID, SECOND_ZONE_ID } from '../../emulator';
import type { Cdk } from './user-project';

/** The `cdktf.json` of the documentation. */
export function cdktfJson(): string {
  return documented('docs/guides/constructs.md', /```json\n([^]*?)```/);
}

/** The README's first example, written with a CDK, and with an output for `output` to show. */
export function readmeExample(cdk: Cdk): string {
  const example = documented('README.md', /```ts\n([^]*?)```/);
  const withOutput = example
    .replace('import { App,', 'import { App, TerraformOutput,')
    .replace(
      'app.synth();',
      `new TerraformOutput(stack, 'ruleset_id', { value: fields.rulesetId });\n\napp.synth();`,
    );
  return writtenWith(cdk, withOutput);
}

/** A stack that has another provider beside ours: a gate's `null_resource` comes from `hashicorp/null`. */
export function gatedExample(cdk: Cdk): string {
  return writtenWith(
    cdk,
    `import { App, LocalBackend, TerraformStack } from 'cdktf';
import { MigrationGate, ZoneProvider } from 'zonewright';

const app = new App();
const stack = new TerraformStack(app, 'gated');
new LocalBackend(stack, { path: 'terraform.tfstate' });
new ZoneProvider(stack, 'zone');
new MigrationGate(stack, 'gate', {
  approval: {
    zone: '${DEFAULT_ZONE_ID}',
    approved_digest: 'v1/validation/${DEFAULT_ZONE_ID}/none/none/none',
    step: 'validation',
    ...{ name: '', by: 'Ada', ticket: '', at: '' },
  },
});
app.synth();
`,
  );
}

/** Eight objects, one of which refuses to be destroyed. */
export function eightObjects(cdk: Cdk): string {
  return writtenWith(
    cdk,
    `import { App, TerraformStack } from 'cdktf';
import { LogpushJob, ManagedRulesMigration, ZoneProvider } from 'zonewright';

const zones = ['${DEFAULT_ZONE_ID}', '${SECOND_ZONE_ID}'];
const app = new App();
const stack = new TerraformStack(app, 'eight');
new ZoneProvider(stack, 'zone');
new ManagedRulesMigration(stack, 'migration', { zoneId: zones[0], targetState: 'validation' });
['http_requests', 'firewall_events', 'dns_logs', 'nel_reports'].forEach((dataset, at) =>
  zones.slice(at === 3 ? 1 : 0).forEach((zoneId, zone) => {
    const name = \`\${dataset}-\${zone}\`;
    new LogpushJob(stack, name, { zoneId, dataset, name, destination: 'https://logs.example.com/' + name });
  }),
);
app.synth();
`,
  );
}

/** The first code in a document that has this form. */
function documented(path: string, code: RegExp): string {
  const [, found] = code.exec(readFileSync(join(__dirname, '..', '..', path), 'utf8')) ?? [];
  if (found === undefined) throw new Error(`${path} has no code of the form ${String(code)}`);
  return found;
}

function writtenWith({ name, entry }: Cdk, source: string): string {
  return source
    .replaceAll("from 'cdktf'", `from '${name}'`)
    .replaceAll("from 'zonewright'", `from '${entry}'`);
}
