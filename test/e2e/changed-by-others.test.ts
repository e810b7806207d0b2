import { DEFAULT_ZONE_ID } from '../../emulator';
import {
  ADDRESS,
  PHASE,
  byHand,
  fields,
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

describe('what happens behind our back', () => {
  useAppliedFields({ request_headers: ['x-a', 'x-b'], cookies: ['Sid'] });

  test('a hand edit shows as a diff of just that edit and is healed', async () => {
    byHand([
      rule({ request_fields: [{ name: 'x-a' }, { name: 'x-hand' }], cookie_fields: [{ name: 'Sid' }] }),
    ]);
    const plan = await workspace.plan();
    expect(plan.exitCode).toBe(2);
    expect(plan.stdout).toContain('- "x-hand"');
    expect(plan.stdout).toContain('+ "x-b"');
    expect(plan.stdout).not.toContain('cookies');
    await workspace.applied();
    await rest();
    expect(parameters()).toEqual([
      { request_fields: [{ name: 'x-a' }, { name: 'x-b' }], cookie_fields: [{ name: 'Sid' }] },
    ]);
  });

  test('another order, or a new version of the same rule, is no diff', async () => {
    byHand([rule({ request_fields: [{ name: 'x-b' }, { name: 'x-a' }], cookie_fields: [{ name: 'Sid' }] })]);
    await rest();
  });

  test('a second rule shows in the plan, and the next change joins the two', async () => {
    byHand([
      rule({ request_fields: [{ name: 'x-a' }, { name: 'x-b' }], cookie_fields: [{ name: 'Sid' }] }),
      rule({ cookie_fields: [{ name: 'Other' }] }),
    ]);
    const plan = await workspace.plan();
    expect(plan.stdout).toContain('- "Other"');
    expect(plan.stdout).toContain('stand in 2 rules');
    await workspace.applied();
    await rest();
    expect(held()?.rules).toHaveLength(1);
  });

  test.each([
    ['the ruleset is deleted', () => void service.emulator.control.deleteRuleset(DEFAULT_ZONE_ID, PHASE)],
    ['the rule is deleted', () => byHand([])],
  ])('when %s the fields are planned for creation again', async (_what, edit) => {
    edit();
    const plan = await workspace.plan();
    expect(plan.stdout).toContain('1 to add, 0 to change, 0 to destroy');
    await workspace.applied();
    await rest();
    expect(held()?.rules).toHaveLength(1);
  });

  test('a destroy after somebody deleted the ruleset is no error', async () => {
    service.emulator.control.deleteRuleset(DEFAULT_ZONE_ID, PHASE);
    expect((await workspace.run(['destroy', '-auto-approve', '-no-color', '-refresh=false'])).exitCode).toBe(
      0,
    );
  });
});

describe('what happens between plan and apply is not overwritten: what was planned is what is applied', () => {
  const theirs = { cookie_fields: [{ name: 'Sid' }, { name: 'Colleague' }] };
  useAppliedFields({ cookies: ['Sid'] });

  test.each([
    ['an update', fields({ cookies: ['Sid', 'Uid'] }), []],
    ['a destroy', fields({ cookies: ['Sid'] }), ['-destroy']],
  ])('%s', async (_what, config, args) => {
    workspace.write('main.tf', config);
    await workspace.plan({ out: 'stale.tfplan', args });
    byHand([rule(theirs)]);
    const { exitCode, stderr } = await workspace.apply({ planFile: 'stale.tfplan' });
    expect(exitCode).toBe(1);
    expect(stderr.replace(/[│\s]+/g, ' ')).toContain(
      'changed since this plan was made: cookies Colleague, Sid.',
    );
    expect(parameters()).toEqual([theirs]);
    expect(await workspace.attributes(ADDRESS)).toMatchObject({ cookies: ['Sid'] });
  });

  test('an update of a ruleset that is gone', async () => {
    workspace.write('main.tf', fields({ cookies: ['Uid'] }));
    await workspace.plan({ out: 'stale.tfplan' });
    service.emulator.control.deleteRuleset(DEFAULT_ZONE_ID, PHASE);
    const { exitCode, stderr } = await workspace.apply({ planFile: 'stale.tfplan' });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('there are none now');
    await workspace.applied();
    await rest();
  });

  test.each([
    ['as it is', { cookies: ['Sid'], on_existing: 'adopt' }],
    ['with another list', { cookies: ['Sid', 'Uid'], on_existing: 'adopt' }],
  ])('a tainted object that may adopt is made anew, %s', async (_how, config) => {
    workspace.write('main.tf', fields(config));
    await workspace.run(['taint', ADDRESS]);
    await workspace.applied();
    await rest();
    expect(parameters()).toEqual([{ cookie_fields: config.cookies.map((name) => ({ name })) }]);
  });

  test('an object that may adopt is made anew with -replace and another list', async () => {
    workspace.write('main.tf', fields({ cookies: ['Uid'], on_existing: 'adopt' }));
    await workspace.applied({ args: [`-replace=${ADDRESS}`] });
    await rest();
    expect(parameters()).toEqual([{ cookie_fields: [{ name: 'Uid' }] }]);
  });

  test.each([
    ['as it is', { cookies: ['Sid'] }],
    ['with another list', { cookies: ['Uid'], on_existing: 'adopt' }],
  ])('an object that is renamed without a moved block keeps its fields, %s', async (_how, config) => {
    workspace.write('main.tf', fields(config).replace('"main"', '"renamed"'));
    await workspace.applied();
    await rest();
    expect(parameters()).toEqual([{ cookie_fields: config.cookies.map((name) => ({ name })) }]);
  });

  test('with create_before_destroy the old object does not empty the zone of the new one', async () => {
    const body = fields({ cookies: ['Sid'] }).replace(
      /\n\}\s*$/,
      '\n  lifecycle {\n    create_before_destroy = true\n  }\n}\n',
    );
    workspace.write('main.tf', body);
    await workspace.applied({ args: [`-replace=${ADDRESS}`] });
    await rest();
    expect(parameters()).toEqual([{ cookie_fields: [{ name: 'Sid' }] }]);
  });
});
