import { TerraformOutput, TerraformVariable } from 'cdktf';
import { DEFAULT_ZONE_ID } from '../../emulator';
import { ManagedRuleset, DataManagedRulesets, ZoneProvider } from '../../lib';
import { synth, testStack } from '../lib/synth';
import { createWorkspace, startService } from '../support/workspace';

const { CLOUDFLARE, OWASP } = ManagedRuleset;

test('managed rules are looked up by name and by category, by the expressions of the construct', async () => {
  const stack = testStack();
  new ZoneProvider(stack, 'zone', { maxRequestsPerSecond: 1000 });
  const found = new DataManagedRulesets(stack, 'found', {
    zoneId: DEFAULT_ZONE_ID,
    ids: [CLOUDFLARE, OWASP],
  });
  new TerraformVariable(stack, 'names', {
    default: { score: '949110: Inbound Anomaly Score Exceeded' },
  });
  const looked = {
    by_name: found.ruleId(OWASP, '949110: Inbound Anomaly Score Exceeded'),
    by_category: found.ruleIds(CLOUDFLARE, 'wordpress'),
    by_no_name: found.ruleId(OWASP, String.raw`a "quoted" \name`),
    by_name_of_variable: found.ruleId(OWASP, `\${var.names["score"]}`),
    by_no_category: found.ruleIds(CLOUDFLARE, '"quoted"'),
  };
  for (const [id, value] of Object.entries(looked)) new TerraformOutput(stack, id, { value });
  const { env } = await startService();
  const files = { 'main.tf.json': JSON.stringify(synth(stack)) };
  const workspace = await createWorkspace({ env, startedBy: 'workspace', files });
  await workspace.ready();
  await workspace.applied();
  const { stdout } = await workspace.run(['output', '-json']);
  const outputs = JSON.parse(stdout) as Readonly<Record<string, { readonly value: unknown }>>;
  expect(Object.fromEntries(Object.entries(outputs).map(([name, { value }]) => [name, value]))).toEqual({
    by_name: '6179ae15870a4bb7b2d480d4843b323c',
    by_name_of_variable: '6179ae15870a4bb7b2d480d4843b323c',
    by_category: ['75a0060762034a6cb663fd51a02344cb', 'e3a567afc347477d9702d9047e97d760'],
    by_no_category: [],
  });
});
