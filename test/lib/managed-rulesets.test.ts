import { TerraformOutput, TerraformVariable } from 'cdktf';
import { ManagedRuleset, DataManagedRulesets, type DataManagedRulesetsProps } from '../../lib';
import { ZONE, zoneStack } from './logpush-stack';
import { synth, validationErrors } from './synth';

const { CLOUDFLARE, OWASP } = ManagedRuleset;

test('ManagedRulesets has what is looked up, and expressions for rules by name and by category', () => {
  const stack = zoneStack();
  const found = new DataManagedRulesets(stack, 'found', { zoneId: ZONE, ids: [CLOUDFLARE, OWASP] });
  const word = new TerraformVariable(stack, 'word', {}).stringValue;
  const read = {
    all: found.rulesets,
    rules: found.rules(OWASP),
    rule: found.ruleId(OWASP, '920320: Missing "User Agent" Header'),
    rule_of_variable: found.ruleId(OWASP, word),
    category: found.ruleIds(CLOUDFLARE, 'wordpress'),
    category_of_variable: found.ruleIds(CLOUDFLARE, word),
  };
  for (const [id, value] of Object.entries(read)) new TerraformOutput(stack, id, { value });
  const { data, output } = synth(stack);
  expect(data).toEqual({ zone_managed_rulesets: { found: { zone_id: ZONE, ids: [CLOUDFLARE, OWASP] } } });
  const rulesets = 'data.zone_managed_rulesets.found.rulesets';
  const [managed, owasp] = [`${rulesets}.${CLOUDFLARE}.rules`, `${rulesets}["${OWASP}"].rules`];
  const names = `[ for key, val in ${owasp}: val.name]`;
  expect(output).toEqual({
    all: { value: `\${${rulesets}}` },
    rules: { value: `\${${owasp}}` },
    rule: {
      value: `\${one(matchkeys(keys(${owasp}), ${names}, ["920320: Missing \\"User Agent\\" Header"]))}`,
    },
    rule_of_variable: { value: `\${one(matchkeys(keys(${owasp}), ${names}, [var.word]))}` },
    category: {
      value: `\${[ for key, val in ${managed}: key if contains(val.categories, "wordpress")]}`,
    },
    category_of_variable: {
      value: `\${[ for key, val in ${managed}: key if contains(val.categories, var.word)]}`,
    },
  });
});

const IDS = 'ManagedRuleset has these ids, such as ManagedRuleset.OWASP.';

test.each<[string, DataManagedRulesetsProps, ...string[]]>([
  [
    'a well-known name in place of an id',
    { zoneId: ZONE, ids: ['Cloudflare Managed Ruleset'] },
    `ids[0]: "Cloudflare Managed Ruleset" is not the id of a managed ruleset. An id is 32 lower-case hexadecimal digits. Cloudflare Managed Ruleset is "${CLOUDFLARE}". ${IDS}`,
  ],
  [
    'a word of one',
    { zoneId: ZONE, ids: ['OWASP', 'owasp '] },
    ...['"OWASP"', '"owasp "'].map(
      (id, at) =>
        `ids[${at}]: ${id} is not the id of a managed ruleset. An id is 32 lower-case hexadecimal digits. Cloudflare OWASP Core Ruleset is "${OWASP}". ${IDS}`,
    ),
  ],
  [
    'something else',
    { zoneId: ZONE, ids: ['waf'] },
    `ids[0]: "waf" is not the id of a managed ruleset. An id is 32 lower-case hexadecimal digits. Well known are: "${CLOUDFLARE}" (Cloudflare Managed Ruleset), "${OWASP}" (Cloudflare OWASP Core Ruleset), "${ManagedRuleset.EXPOSED_CREDENTIALS}" (Cloudflare Exposed Credentials Check Ruleset), "${ManagedRuleset.FREE}" (Cloudflare Managed Free Ruleset), "${ManagedRuleset.SENSITIVE_DATA}" (Cloudflare Sensitive Data Detection). ${IDS}`,
  ],
])('ManagedRulesets with %s is refused at synth', (_case, props, ...expected) => {
  const stack = zoneStack();
  new DataManagedRulesets(stack, 'found', props);
  expect(validationErrors(stack)).toEqual(expected.map((line) => `[stack/found] ${line}`));
});
