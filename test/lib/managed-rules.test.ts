import { Fn, TerraformOutput, TerraformVariable, Testing, type TerraformStack } from 'cdktf';
import { ManagedRules, ManagedRuleset } from '../../lib';
import { ZONE, zoneStack } from './logpush-stack';
import { synthPart, synthResource } from './synth';

const { CLOUDFLARE, OWASP } = ManagedRuleset;
const RULE = '5de7edfa648c4d6891dc3e7f84534ffa';

const rulesOf = (stack: TerraformStack): unknown => synthResource(stack, 'zone_managed_rules', 'rules');

describe('managed rules', () => {
  test('synthesize to one resource, with typed rules', () => {
    const stack = zoneStack();
    // What has the same names in both languages.
    const alike = {
      enabled: true,
      expression: 'http.host ne "intern.example.com"',
      description: 'all but intern',
    } as const;
    const overrides = {
      action: 'log',
      categories: { wordpress: { action: 'block', enabled: true } },
      rules: { [RULE]: { enabled: false } },
    } as const;
    const skips = [
      {
        name: 'office',
        expression: 'ip.src in {192.0.2.0/24}',
        skip: { ruleset: 'current', phases: ['http_ratelimit'], products: ['waf'] },
        logging: { enabled: false },
      },
      {
        name: 'api',
        expression: 'http.host eq "api.example.com"',
        skip: { rulesets: [OWASP], rules: { [CLOUDFLARE]: [RULE] } },
      },
    ] as const;
    const rules = new ManagedRules(stack, 'rules', {
      zoneId: ZONE,
      rules: [
        ...skips,
        { name: 'our.waf', ...alike, execute: { rulesetId: CLOUDFLARE, overrides } },
        {
          name: 'core_old',
          execute: {
            rulesetId: OWASP,
            version: '180',
            matchedData: { publicKey: 'k' },
            coreRuleSet: { paranoiaLevel: 1, action: 'log' },
          },
        },
      ],
    });
    new TerraformOutput(stack, 'rule', { value: Fn.lookupNested(rules.ruleIds, ['our.waf']) });
    new TerraformOutput(stack, 'reason', { value: rules.otherRules.get(0).reason });
    expect(rulesOf(stack)).toEqual({
      zone_id: ZONE,
      rules: [
        ...skips,
        { name: 'our.waf', ...alike, execute: { ruleset_id: CLOUDFLARE, overrides } },
        {
          name: 'core_old',
          execute: {
            ruleset_id: OWASP,
            version: '180',
            matched_data: { public_key: 'k' },
            core_rule_set: { paranoia_level: 1, action: 'log' },
          },
        },
      ],
    });
    expect(synthPart(stack, 'output')).toEqual({
      rule: { value: '${zone_managed_rules.rules.rule_ids["our.waf"]}' },
      reason: { value: '${zone_managed_rules.rules.other_rules[0].reason}' },
    });
  });

  test('keep quotes, backslashes and lines of expressions in HCL', () => {
    const stack = zoneStack();
    const host = new TerraformVariable(stack, 'host', {}).stringValue;
    const path = String.raw`http.request.uri.path matches "\.php$"`;
    new ManagedRules(stack, 'rules', {
      zoneId: ZONE,
      rules: [
        { name: 'known', expression: path, description: 'two\nlines', skip: { ruleset: 'current' } },
        {
          name: 'unknown',
          expression: `http.host eq "${host}" and ${path}`,
          skip: { rulesets: [OWASP] },
        },
      ],
    });
    const written = String.raw`http.request.uri.path matches \"\\.php$\"`;
    const hcl = Testing.synthHcl(stack, true);
    expect(hcl).toContain(`expression = "${written}"\ndescription = "two\\nlines"`);
    expect(hcl).toContain(String.raw`expression = "http.host eq \"${'${var.host}'}\" and ` + `${written}"`);
  });
});

test('tokens in managed rules are allowed in every place', () => {
  const stack = zoneStack();
  const variable = (id: string): TerraformVariable => new TerraformVariable(stack, id, {});
  new ManagedRules(stack, 'rules', {
    zoneId: variable('zone_id').stringValue,
    rules: [
      {
        name: variable('name').stringValue,
        enabled: variable('enabled').booleanValue,
        expression: `http.host eq "${variable('host').stringValue}"`,
        execute: {
          rulesetId: variable('ruleset').stringValue,
          overrides: variable('overrides').value,
          coreRuleSet: {
            scoreThreshold: variable('score').numberValue,
            action: variable('action').value,
          },
        },
      },
      { name: 'office', expression: 'ssl', skip: variable('skip').value },
    ],
  });
  expect(rulesOf(stack)).toEqual({
    zone_id: '${var.zone_id}',
    rules: [
      {
        name: '${var.name}',
        enabled: '${var.enabled}',
        expression: 'http.host eq "${var.host}"',
        execute: {
          ruleset_id: '${var.ruleset}',
          overrides: '${var.overrides}',
          core_rule_set: { score_threshold: '${var.score}', action: '${var.action}' },
        },
      },
      { name: 'office', expression: 'ssl', skip: '${var.skip}' },
    ],
  });
});
