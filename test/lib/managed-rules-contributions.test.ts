import { TerraformVariable, type TerraformStack } from 'cdktf';
import { Construct } from 'constructs';
import { ManagedRules, type ManagedRulesProps, ManagedRuleset } from '../../lib';
import { ZONE, zoneStack } from './logpush-stack';
import { synthResource, validationErrors } from './synth';

const { CLOUDFLARE, OWASP } = ManagedRuleset;
const RULE = '5de7edfa648c4d6891dc3e7f84534ffa';
const owasp = { owasp: { rulesetId: OWASP } } as const;
const UPLOAD = { expression: 'http.request.uri.path eq "/upload"', skip: 'remaining' } as const;
const always = { expression: 'true', skip: 'remaining' } as const;

const rulesOf = (stack: TerraformStack): unknown => synthResource(stack, 'zone_managed_rules', 'rules');

describe('managed rules added by several teams', () => {
  function teams(props: Partial<ManagedRulesProps> = {}): {
    readonly stack: TerraformStack;
    readonly rules: ManagedRules;
    readonly red: Construct;
    readonly blue: Construct;
  } {
    const stack = zoneStack();
    const rules = new ManagedRules(stack, 'rules', { zoneId: ZONE, deployments: owasp, ...props });
    return { stack, rules, red: new Construct(stack, 'red'), blue: new Construct(stack, 'blue') };
  }

  test('under one name: the error names both teams', () => {
    const { stack, rules, red, blue } = teams();
    rules.addException('api', always, red).addException('api', always, blue);
    rules.addDeployment('owasp', { rulesetId: CLOUDFLARE }, red);
    expect(validationErrors(stack)).toEqual([
      '[stack/rules] exceptions.api: The exception "api" is added by stack/red and by stack/blue. Each needs a name ' +
        'of its own. Rename one of them.',
      '[stack/rules] deployments.owasp: The deployment "owasp" is added by stack/rules and by stack/red. Each needs ' +
        'a name of its own. Rename one of them.',
    ]);
  });

  test('with an override that the deployment of another team has', () => {
    const { stack, rules, red, blue } = teams();
    rules
      .addDeployment(
        'waf',
        { rulesetId: CLOUDFLARE, overrides: { categories: { sqli: { action: 'log' } } } },
        red,
      )
      .addCategoryOverride('waf', 'sqli', { action: 'block' }, blue)
      .addRuleOverride('waf', RULE, { enabled: false }, red)
      .addRuleOverride('waf', RULE, { enabled: true }, blue);
    expect(validationErrors(stack)).toEqual([
      '[stack/rules] deployments.waf.overrides.categories.sqli: The override of "sqli" is added by stack/red and by ' +
        'stack/blue. Keep it in one place.',
      `[stack/rules] deployments.waf.overrides.rules.${RULE}: The override of "${RULE}" is added by stack/red and by ` +
        'stack/blue. Keep it in one place.',
    ]);
  });

  test('with a mistake: the error says who added it', () => {
    const { stack, rules, red, blue } = teams();
    rules
      .addDeployment('waf', { rulesetId: 'waf' }, red)
      .addRuleOverride('owasp', RULE, { scoreThreshold: 40 }, blue);
    expect(validationErrors(stack)).toEqual([
      expect.stringMatching(
        /^\[stack\/rules\] deployments\.waf\.rulesetId: "waf" is not the id of a managed ruleset\. stack\/red added it\./,
      ),
      expect.stringMatching(
        new RegExp(
          `^\\[stack/rules\\] deployments\\.owasp\\.overrides\\.rules\\.${RULE}\\.scoreThreshold: .* stack/blue added it\\.`,
        ),
      ),
    ]);
  });

  test('with an override for a deployment that nobody declares', () => {
    const { stack, rules, red } = teams();
    rules.addRuleOverride('owas', RULE, { enabled: false }, red).addCategoryOverride('x', 'sqli', {}, red);
    const lost = (name: string): string =>
      `stack/red adds an override to the deployment "${name}", which is not declared.`;
    expect(validationErrors(stack)).toEqual([
      `[stack/rules] deployments.owas.overrides.rules.${RULE}: ${lost('owas')} Did you mean "owasp"?`,
      `[stack/rules] deployments.x.overrides.categories.sqli: ${lost('x')} Declared are: owasp. Add the deployment, ` +
        'or name one of these.',
    ]);
  });

  test.each<readonly [string, (token: TerraformVariable) => Partial<ManagedRulesProps>]>([
    ['the deployments are', (token) => ({ deployments: token.value })],
    [
      'its overrides are',
      (token) => ({ deployments: { owasp: { rulesetId: OWASP, overrides: token.value } } }),
    ],
  ])('with an override for a deployment when %s a token', (_case, props) => {
    const { stack, rules, red } = teams();
    stack.node.tryRemoveChild(rules.node.id);
    const token = new TerraformVariable(stack, 'v', {});
    new ManagedRules(stack, 'other', { zoneId: ZONE, ...props(token) }).addRuleOverride(
      'owasp',
      RULE,
      {},
      red,
    );
    expect(validationErrors(stack)).toEqual([
      `[stack/other] deployments.owasp.overrides.rules.${RULE}: stack/red adds an override to the deployment "owasp", ` +
        'of which a part is not known at synth. Declare the deployment and its overrides as objects. Single values in ' +
        'them may be tokens.',
    ]);
  });
});

describe('contributions to managed rules', () => {
  test('of several teams make one list, whose order is by name', () => {
    const stack = zoneStack();
    const [shop, blog] = [new Construct(stack, 'shop'), new Construct(stack, 'blog')];
    const rules = new ManagedRules(stack, 'rules', {
      zoneId: ZONE,
      deployments: {
        cloudflare: { rulesetId: CLOUDFLARE, overrides: { rules: { [RULE]: { action: 'log' } } } },
      },
    });
    rules
      .addRuleOverride('owasp', RULE, { enabled: false }, blog)
      .addException('upload', UPLOAD, shop)
      .addDeployment('owasp', { rulesetId: OWASP, coreRuleSet: { paranoiaLevel: 2 } }, shop)
      .addCategoryOverride('cloudflare', 'word_press', { action: 'block' }, blog);
    expect(rulesOf(stack)).toEqual({
      zone_id: ZONE,
      deployments: {
        cloudflare: {
          ruleset_id: CLOUDFLARE,
          overrides: {
            rules: { [RULE]: { action: 'log' } },
            categories: { word_press: { action: 'block' } },
          },
        },
        owasp: {
          ruleset_id: OWASP,
          core_rule_set: { paranoia_level: 2 },
          overrides: { rules: { [RULE]: { enabled: false } } },
        },
      },
      exceptions: { upload: { expression: UPLOAD.expression, skip: 'remaining' } },
    });
  });

  test('that the order does not name run first and last, by name', () => {
    const stack = zoneStack();
    const rules = new ManagedRules(stack, 'rules', {
      zoneId: ZONE,
      deployments: { owasp: { rulesetId: OWASP } },
      exceptions: { office: UPLOAD },
      order: ['owasp', 'named', 'office'],
    });
    const exceptions = ['upload', 'api', 'named'];
    for (const name of exceptions) rules.addException(name, UPLOAD);
    rules.addDeployment('free', { rulesetId: ManagedRuleset.FREE });
    rules.addDeployment('cloudflare', { rulesetId: CLOUDFLARE });
    const order = ['api', 'upload', 'owasp', 'named', 'office', 'cloudflare', 'free'];
    expect(rulesOf(stack)).toMatchObject({ order });
    expect([rules.order, Object.keys(rules.deployments ?? {}), Object.keys(rules.exceptions ?? {})]).toEqual([
      order,
      ['owasp', 'free', 'cloudflare'],
      ['office', 'upload', 'api', 'named'],
    ]);
  });
});
