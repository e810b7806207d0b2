/**
 * The managed rules of a zone after the migration: managed rulesets are deployed, with an override for a category and
 * for a rule, and with exceptions.
 *
 *   npm install zonewright cdktf constructs
 *   node node_modules/zonewright/dist/examples/managed-rules.js
 *   cd cdktf.out/stacks/managed-rules && terraform init && terraform apply
 *
 * The zone must have finished the migration, as that of this emulator has:
 *
 *   echo 'zones: [{ name: example.com, migration: { state: finished } }]' > seed.yaml
 *   npx zonewright emulator --seed seed.yaml
 *
 * AFTER_MIGRATION=true is for a zone whose migration this stack declared before: the state forgets the migration and imports
 * the rules that it saved, and the plan shows what changes in them. The provider takes its address and credentials from
 * ZONEWRIGHT_BASE_URL and ZONEWRIGHT_API_TOKEN.
 */
import { App, TerraformStack } from 'cdktf';
import { ManagedRules, ManagedRulesMigration, ManagedRuleset, ZoneProvider } from 'zonewright';

const zoneId = process.env.ZONE_ID ?? '023e105f4ecef8ad9ca31a8372d0c353';
const isAfterMigration = process.env.AFTER_MIGRATION === 'true';

const app = new App();
const stack = new TerraformStack(app, 'managed-rules');
new ZoneProvider(stack, 'zone');
const rules = new ManagedRules(stack, 'rules', {
  zoneId,
  rules: [
    {
      // The shop accepts large uploads, which the core rule set takes for attacks.
      name: 'upload',
      expression: 'http.request.uri.path eq "/upload"',
      skip: { rulesets: [ManagedRuleset.OWASP] },
    },
    { name: 'office', expression: 'ip.src in {192.0.2.0/24}', skip: { ruleset: 'current' } },
    {
      name: 'cloudflare',
      execute: {
        rulesetId: ManagedRuleset.CLOUDFLARE,
        overrides: {
          categories: { wordpress: { action: 'block', enabled: true } },
          // SQL injection: the editors of the blog write about it.
          rules: { '5de7edfa648c4d6891dc3e7f84534ffa': { enabled: false } },
        },
      },
    },
    {
      name: 'owasp',
      execute: {
        rulesetId: ManagedRuleset.OWASP,
        coreRuleSet: { paranoiaLevel: 2, scoreThreshold: 40, action: 'managed_challenge' },
      },
    },
  ],
});

if (isAfterMigration) {
  rules.importFrom();
  ManagedRulesMigration.forget(stack, 'zone_managed_rules_migration.migration');
}
app.synth();
