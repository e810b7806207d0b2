import { DEFAULT_ZONE_ID } from '../../emulator';
import {
  ADDRESS,
  PHASE,
  byHand,
  fields,
  flat,
  held,
  parameters,
  rest,
  rule,
  service,
  useAppliedFields,
  useFieldsZone,
  workspace,
} from './fields-zone';

useFieldsZone('workspace');

describe('a change by others to the custom log fields', () => {
  useAppliedFields({ request_headers: ['x-a', 'x-b'], cookies: ['Sid'] });

  test('made by hand shows as a diff of just that edit, and apply reverts it', async () => {
    byHand([
      rule({ request_fields: [{ name: 'x-a' }, { name: 'x-hand' }], cookie_fields: [{ name: 'Sid' }] }),
    ]);
    const plan = await workspace.plan();
    expect(plan.exitCode).toBe(2);
    expect(plan.stdout).toContain('- "x-hand"');
    expect(plan.stdout).toContain('+ "x-b"');
    expect(plan.stdout).toMatch(
      /Changed outside since the last apply: the custom log fields of zone \S+ \([0-9a-f]{32}\): request_headers\./,
    );
    expect(plan.stdout).not.toContain('cookies');
    await workspace.applied();
    await rest();
    expect(parameters()).toEqual([
      { request_fields: [{ name: 'x-a' }, { name: 'x-b' }], cookie_fields: [{ name: 'Sid' }] },
    ]);
  });

  test('that adds a second rule shows in the plan, and the next change joins both', async () => {
    byHand([
      rule({ request_fields: [{ name: 'x-a' }, { name: 'x-b' }], cookie_fields: [{ name: 'Sid' }] }),
      rule({ cookie_fields: [{ name: 'Other' }] }),
    ]);
    const plan = await workspace.plan();
    expect(plan.stdout).toContain('- "Other"');
    expect(plan.stdout).toContain('are in 2 rules');
    await workspace.applied();
    await rest();
    expect(held()?.rules).toHaveLength(1);
  });

  test.each([
    ['the ruleset is deleted', () => void service.emulator.control.deleteRuleset(DEFAULT_ZONE_ID, PHASE)],
    ['the rule is deleted', () => byHand([])],
  ])('by which %s leads to a plan that creates the fields again', async (_what, edit) => {
    edit();
    const plan = await workspace.plan();
    expect(plan.stdout).toContain('1 to add, 0 to change, 0 to destroy');
    expect(plan.stdout).toContain('Deleted outside since the last apply: the custom log fields of zone');
    await workspace.applied();
    await rest();
    expect(held()?.rules).toHaveLength(1);
  });

  test('that deleted the ruleset does not make a destroy fail', async () => {
    service.emulator.control.deleteRuleset(DEFAULT_ZONE_ID, PHASE);
    expect((await workspace.run(['destroy', '-auto-approve', '-no-color', '-refresh=false'])).exitCode).toBe(
      0,
    );
  });
});

describe('apply does not overwrite a change made after the plan', () => {
  useAppliedFields({ cookies: ['Sid'] });

  test('when the ruleset of an update is gone', async () => {
    workspace.write('main.tf', fields({ cookies: ['Uid'] }));
    await workspace.plan({ out: 'stale.tfplan' });
    service.emulator.control.deleteRuleset(DEFAULT_ZONE_ID, PHASE);
    const { exitCode, stderr } = await workspace.apply({ planFile: 'stale.tfplan' });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('there are none now');
    await workspace.applied();
    await rest();
  });

  test('when the ruleset of an update was made anew, with the same fields', async () => {
    workspace.write('main.tf', fields({ cookies: ['Uid'] }));
    await workspace.plan({ out: 'stale.tfplan' });
    const [there] = held()?.rules ?? [];
    service.emulator.control.deleteRuleset(DEFAULT_ZONE_ID, PHASE);
    byHand([rule({ cookie_fields: [{ name: 'Sid' }] }, { ref: there?.ref })]);
    const { exitCode, stderr } = await workspace.apply({ planFile: 'stale.tfplan' });
    expect(exitCode).toBe(1);
    expect(flat(stderr)).toContain('changed since this plan was made: cookies Sid.');
    expect(parameters()).toEqual([{ cookie_fields: [{ name: 'Sid' }] }]);
    await workspace.applied();
    await rest();
  });

  test.each([
    ['as it is', { cookies: ['Sid'], on_existing: 'adopt' }],
    ['with another list', { cookies: ['Sid', 'Uid'], on_existing: 'adopt' }],
  ])('when a tainted object with "adopt" is re-created, %s', async (_how, config) => {
    workspace.write('main.tf', fields(config));
    await workspace.run(['taint', ADDRESS]);
    await workspace.applied();
    await rest();
    expect(parameters()).toEqual([{ cookie_fields: config.cookies.map((name) => ({ name })) }]);
  });

  test('when -replace re-creates an object with "adopt" and another list', async () => {
    workspace.write('main.tf', fields({ cookies: ['Uid'], on_existing: 'adopt' }));
    await workspace.applied({ args: [`-replace=${ADDRESS}`] });
    await rest();
    expect(parameters()).toEqual([{ cookie_fields: [{ name: 'Uid' }] }]);
  });

  test.each([
    ['as it is', { cookies: ['Sid'] }],
    ['with another list', { cookies: ['Uid'], on_existing: 'adopt' }],
  ])('when an object is renamed without a moved block: it keeps its fields, %s', async (_how, config) => {
    workspace.write('main.tf', fields(config).replace('"main"', '"renamed"'));
    await workspace.applied();
    await rest();
    expect(parameters()).toEqual([{ cookie_fields: config.cookies.map((name) => ({ name })) }]);
  });
});
