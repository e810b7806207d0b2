import { Fn, TerraformOutput, TerraformVariable, Testing, type TerraformStack } from 'cdktf';
import { ManagedRules, ManagedRuleset } from '../../lib';
import { ZONE, zoneStack } from './logpush-stack';
import { synthPart, synthResource } from './synth';

const { CLOUDFLARE, OWASP } = ManagedRuleset;
const RULE = '5de7edfa648c4d6891dc3e7f84534ffa';

const rulesOf = (stack: TerraformStack): unknown => synthResource(stack, 'zone_managed_rules', 'rules');

describe('managed rules', () => {
  test('synthesize to one resource, with typed deployments and exceptions', () => {
    const stack = zoneStack();
    // What has the same names in both languages.
    const alike = {
      enabled: true,
      expression: 'http.host ne "intern.example.com"',
      description: 'all but intern',
      overrides: {
        action: 'log',
        categories: { wordpress: { action: 'block', enabled: true } },
        rules: { [RULE]: { enabled: false } },
      },
    } as const;
    const exceptions = {
      office: { expression: 'ip.src in {192.0.2.0/24}', skip: 'remaining' },
      api: {
        expression: 'http.host eq "api.example.com"',
        rulesets: [OWASP],
        rules: { [CLOUDFLARE]: [RULE] },
      },
    } as const;
    const order = ['office', 'api', 'our.waf', 'core_old'];
    const rules = new ManagedRules(stack, 'rules', {
      zoneId: ZONE,
      deployments: {
        'our.waf': { rulesetId: CLOUDFLARE, ...alike },
        core_old: { rulesetId: OWASP, coreRuleSet: { paranoiaLevel: 1, action: 'log' } },
      },
      exceptions,
      order,
      onExisting: 'adopt',
    });
    new TerraformOutput(stack, 'rule', { value: Fn.lookupNested(rules.ruleIds, ['our.waf']) });
    new TerraformOutput(stack, 'reason', { value: rules.otherRules.get(0).reason });
    expect(rulesOf(stack)).toEqual({
      zone_id: ZONE,
      deployments: {
        'our.waf': { ruleset_id: CLOUDFLARE, ...alike },
        core_old: { ruleset_id: OWASP, core_rule_set: { paranoia_level: 1, action: 'log' } },
      },
      exceptions,
      order,
      on_existing: 'adopt',
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
      exceptions: {
        known: { expression: path, description: 'two\nlines', skip: 'remaining' },
        unknown: { expression: `http.host eq "${host}" and ${path}`, rulesets: [OWASP] },
      },
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
    deployments: {
      owasp: {
        rulesetId: variable('ruleset').stringValue,
        enabled: variable('enabled').booleanValue,
        expression: `http.host eq "${variable('host').stringValue}"`,
        overrides: variable('overrides').value,
        coreRuleSet: {
          scoreThreshold: variable('score').numberValue,
          action: variable('action').value,
        },
      },
    },
    exceptions: variable('exceptions').value,
    order: variable('order').listValue,
  });
  expect(rulesOf(stack)).toEqual({
    zone_id: '${var.zone_id}',
    deployments: {
      owasp: {
        ruleset_id: '${var.ruleset}',
        enabled: '${var.enabled}',
        expression: 'http.host eq "${var.host}"',
        overrides: '${var.overrides}',
        core_rule_set: { score_threshold: '${var.score}', action: '${var.action}' },
      },
    },
    exceptions: '${var.exceptions}',
    order: '${var.order}',
  });
});
