/**
 * The managed rules of a zone after the migration: a platform team deploys managed rulesets, and two teams add what
 * their applications need.
 *
 *   npm run build && node dist/examples/managed-rules.js
 *   cd cdktf.out/stacks/managed-rules && terraform init && terraform apply
 *
 * AFTER_MIGRATION=true is for a zone whose migration this stack declared before: the state forgets the migration, and the
 * plan shows what replaces the rules that it saved. The provider takes its address and credentials from
 * ZONEWRIGHT_BASE_URL and ZONEWRIGHT_API_TOKEN.
 */
import { App, TerraformStack } from 'cdktf';
import { Construct } from 'constructs';
import { ManagedRules, ManagedRulesMigration, ManagedRuleset, ZoneProvider } from 'zonewright';

const zoneId = process.env.ZONE_ID ?? '023e105f4ecef8ad9ca31a8372d0c353';
const isAfterMigration = process.env.AFTER_MIGRATION === 'true';

/** The shop accepts large uploads, which the core rule set takes for attacks. */
class Shop extends Construct {
  constructor(scope: Construct, id: string, rules: ManagedRules) {
    super(scope, id);
    rules.addException(
      'upload',
      { expression: 'http.request.uri.path eq "/upload"', rulesets: [ManagedRuleset.OWASP] },
      this,
    );
  }
}

/** The blog runs WordPress. */
class Blog extends Construct {
  constructor(scope: Construct, id: string, rules: ManagedRules) {
    super(scope, id);
    rules
      .addCategoryOverride('cloudflare', 'wordpress', { action: 'block', enabled: true }, this)
      // SQL injection: its editors write about it.
      .addRuleOverride('cloudflare', '5de7edfa648c4d6891dc3e7f84534ffa', { enabled: false }, this);
  }
}

const app = new App();
const stack = new TerraformStack(app, 'managed-rules');
new ZoneProvider(stack, 'zone');
const rules = new ManagedRules(stack, 'rules', {
  zoneId,
  deployments: {
    cloudflare: { rulesetId: ManagedRuleset.CLOUDFLARE },
    owasp: {
      rulesetId: ManagedRuleset.OWASP,
      coreRuleSet: { paranoiaLevel: 2, scoreThreshold: 40, action: 'managed_challenge' },
    },
  },
  exceptions: {
    office: { expression: 'ip.src in {192.0.2.0/24}', skip: 'remaining' },
  },
  order: ['office', 'cloudflare', 'owasp'], // exceptions that teams add run first
  onExisting: isAfterMigration ? 'adopt' : 'refuse',
});
new Shop(stack, 'shop', rules);
new Blog(stack, 'blog', rules);

if (isAfterMigration) ManagedRulesMigration.forget(stack, 'zone_managed_rules_migration.migration');
app.synth();
