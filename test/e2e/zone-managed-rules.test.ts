import { inLane } from '../support/lane';
import {
  ADDRESS,
  applyRules,
  byHand,
  calls,
  CORE,
  CREDENTIALS,
  execute,
  executes,
  held,
  managed,
  MANAGED,
  refusal,
  rest,
  saved,
  service,
  useManagedZone,
  WORDPRESS_RULE,
  workspace,
  ZONE,
} from './managed-zone';

/**
 * The managed rules of a zone: what the table of life cycles (`lifecycle/managed-rules.ts`) does not hold. In which form they
 * are sent: test/provider-shim/resources/managed-rules/round-trip.test.ts.
 */

useManagedZone(inLane({ share: 'workspace', whole: 'engine' }));
afterEach(() => service.emulator.control.faults.clear());

const OFFICE = {
  name: 'office',
  expression: 'ip.src in {192.0.2.0/24}',
  skip: { ruleset: 'current' },
  description: 'the office',
};
const API = { name: 'api', expression: 'http.host eq "api.example"', skip: { rulesets: [CORE] } };
const UPLOAD = {
  name: 'upload',
  expression: 'http.host eq "up.example"',
  skip: { rules: { [MANAGED]: [WORDPRESS_RULE] } },
};

const importOf = (id: string): object => ({ import: [{ to: ADDRESS, id }] });
const overridden = (overrides: object): readonly object[] => [executes('cloudflare', MANAGED, { overrides })];
const written = (): readonly string[] => calls().filter((call) => !call.startsWith('GET '));

test('managed rules count what is empty as unset: no request holds it, and neither adding nor removing it sends one', async () => {
  const none = { action: null, enabled: null, sensitivity_level: null };
  const core_rule_set = { paranoia_level: null, score_threshold: null, action: null };
  const overrides = { ...none, categories: {}, rules: {} };
  const empty = [
    { ...API, skip: { ...API.skip, rules: {} } },
    { ...OFFICE, skip: { ...OFFICE.skip, rulesets: [], rules: {} } },
    { ...UPLOAD, skip: { ...UPLOAD.skip, rulesets: [] } },
    executes('cloudflare', MANAGED, { overrides, core_rule_set }),
    executes('owasp', CORE, { overrides: {}, core_rule_set: {} }),
  ];
  const plain = [API, OFFICE, UPLOAD, executes('cloudflare', MANAGED), executes('owasp', CORE)];
  await applyRules(plain);
  const asPlain = saved();
  service.emulator.control.reset();
  workspace.write('terraform.tfstate', '');
  await applyRules(empty);
  expect(saved()).toEqual(asPlain);
  service.emulator.control.clearJournal();
  await applyRules(plain);
  await applyRules(empty);
  expect(written()).toEqual([]);
});

test("what today's service has is no change where it is as by default, written or not: in the plan, after an import and in a refresh", async () => {
  const owasp = executes('owasp', CORE, { core_rule_set: { score_threshold: 50, action: 'block' } });
  const written = executes('cloudflare', MANAGED, { version: 'latest', matched_data: null });
  const plain = [OFFICE, executes('cloudflare', MANAGED), owasp];
  await applyRules(plain);
  for (const given of [[{ ...OFFICE, logging: { enabled: true } }, written, owasp], plain]) {
    managed(given, importOf(ZONE));
    await rest();
    workspace.write('terraform.tfstate', '');
    const { stdout } = await workspace.plan();
    expect(stdout).toContain('1 to import, 0 to add, 0 to change, 0 to destroy');
    await workspace.applied();
    expect((await workspace.plan({ refreshOnly: true })).exitCode).toBe(0);
  }
});
test('what the service refuses is on the attribute, in its words, and nothing is saved', async () => {
  await applyRules(overridden({ action: 'log' }));
  managed([executes('cloudflare', MANAGED, {}, { expression: ' ' })]);
  const refused = await refusal(workspace.apply());
  expect(refused).toContain('rules[0].expression: The service refuses this');
  expect(refused).toContain('because it must not be blank');
  expect(refused).toContain('with zone_managed_rules.main, on main.tf.json');
  expect(saved()).toEqual([{ action: 'execute', id: MANAGED, overrides: { action: 'log' } }]);
});

describe('what others made', () => {
  test('the order of categories that somebody changes is kept and shown as drift', async () => {
    const off = { enabled: false };
    const categories = { joomla: off, wordpress: { action: 'log' } };
    await applyRules(overridden({ categories }));
    const reversed = [
      { category: 'wordpress', action: 'log' },
      { category: 'joomla', ...off },
    ];
    byHand([execute(MANAGED, { overrides: { categories: reversed } }, { id: held()?.rules?.[0]?.id })]);
    await workspace.applied({ args: ['-refresh-only'] });
    const order = (...names: readonly string[]): object => ({
      kept_settings: { cloudflare: JSON.stringify({ overrides: { category_order: names } }) },
    });
    expect(await workspace.attributes(ADDRESS)).toMatchObject(order('wordpress', 'joomla'));
    await applyRules(overridden({ categories: { ...categories, sqli: off } }));
    expect(await workspace.attributes(ADDRESS)).toMatchObject(order('wordpress', 'joomla', 'sqli'));
  });

  test('an object that is changed to a managed ruleset that a rule of others executes is refused at plan', async () => {
    const before = [executes('a', CREDENTIALS)];
    await applyRules(before);
    byHand([...(held()?.rules ?? []), execute(MANAGED)]);
    const theirs = held()?.rules?.at(-1);
    // As a service answers that has a newer action.
    const parameters = { id: MANAGED, overrides: { action: 'tarpit' } };
    const all = held()?.rules?.map((rule) =>
      rule.id === theirs?.id ? { ...rule, action_parameters: parameters } : rule,
    );
    const body = { success: true, errors: [], messages: [], result: { ...held(), rules: all } };
    service.emulator.control.faults.put([
      { match: { operation: 'rulesets.entrypoint.get' }, effect: { kind: 'answer', status: 200, body } },
    ]);
    managed([...before, executes('cloudflare', MANAGED)]);
    expect(await refusal()).toContain(
      `Rule ${theirs?.id} of the zone already executes the managed ruleset ${MANAGED}, and stays`,
    );
  });
});
