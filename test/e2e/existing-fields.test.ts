import { DEFAULT_ZONE_ID } from '../../emulator';
import {
  ADDRESS,
  applyFields,
  byHand,
  fields,
  held,
  parameters,
  rest,
  rule,
  service,
  unknownName,
  useFieldsZone,
  workspace,
} from './fields-zone';

useFieldsZone('workspace');

describe('a zone that already has fields made by others', () => {
  const existing = { request_fields: [{ name: 'x-theirs' }], cookie_fields: [{ name: 'Sid' }] };
  beforeEach(() => byHand([rule(existing, { description: 'theirs' })]));

  test('is not overwritten: the plan fails with an import block that works as printed', async () => {
    workspace.write('main.tf', fields({ cookies: ['Sid'] }));
    const refused = await workspace.plan();
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain('already has custom log fields: request headers x-theirs; cookies Sid');
    expect(parameters()).toEqual([existing]);

    const block = /^import \{[\s\S]*?^\}/m.exec(refused.stderr.replace(/^[│|] ?/gm, ''))?.[0] ?? '';
    workspace.write('import.tf', block);
    const plan = await workspace.plan();
    expect(plan.stdout).toContain('1 to import, 0 to add, 1 to change, 0 to destroy');
    expect(plan.stdout).toContain('- "x-theirs"');
    await workspace.applied();
    await rest();
    expect(parameters()).toEqual([{ cookie_fields: [{ name: 'Sid' }] }]);
  });

  test('is not imported when it has no fields, and the error says what to do', async () => {
    byHand([]);
    workspace.write('main.tf', fields({ cookies: ['Sid'] }));
    workspace.write('import.tf', `import {\n  to = ${ADDRESS}\n  id = "${DEFAULT_ZONE_ID}"\n}\n`);
    const plan = await workspace.plan();
    expect(plan.exitCode).toBe(1);
    expect(plan.stderr).toContain('there is nothing to import');
    expect(plan.stderr).toContain('Remove the import block');
  });

  test('is not imported by the id of another ruleset, and the error names the right one', async () => {
    workspace.write('main.tf', fields({ cookies: ['Sid'] }));
    const other = '0e5c3a8fd6c04b5c8cf8a1a26f2c5a77';
    workspace.write('import.tf', `import {\n  to = ${ADDRESS}\n  id = "${DEFAULT_ZONE_ID}/${other}"\n}\n`);
    const plan = await workspace.plan();
    expect(plan.exitCode).toBe(1);
    expect(plan.stderr).toContain(`Ruleset ${other} does not hold the custom log fields of zone`);
    expect(plan.stderr.replace(/\s+/g, ' ')).toMatch(/: ruleset [0-9a-f]{32} does/);
  });

  test('is taken over with on_existing = "adopt": the plan shows the real before and after', async () => {
    workspace.write('main.tf', fields({ cookies: ['Sid', 'Uid'], on_existing: 'adopt' }));
    const plan = await workspace.plan({ out: 'adopt.tfplan' });
    expect(plan.stdout).toContain('Apply takes over');
    expect(plan.stdout).toMatch(/Before: request headers x-theirs; cookies Sid/);
    expect(plan.stdout).toMatch(/After: {2}cookies Sid, Uid/);
    const { json } = await workspace.showJson('adopt.tfplan');
    expect(json).toMatchObject({
      resource_changes: [
        {
          change: {
            actions: ['create'],
            after: {
              cookies: ['Sid', 'Uid'],
              taken_over: true,
              adopted: {
                request_headers: ['x-theirs'],
                response_headers: [],
                cookies: ['Sid'],
                description: 'theirs',
                enabled: true,
              },
            },
          },
        },
      ],
    });
    expect((await workspace.apply({ planFile: 'adopt.tfplan' })).exitCode).toBe(0);
    await rest();
    expect(parameters()).toEqual([{ cookie_fields: [{ name: 'Sid' }, { name: 'Uid' }] }]);
  });

  test('is not taken over when it changed after the plan was made', async () => {
    workspace.write('main.tf', fields({ cookies: ['Uid'], on_existing: 'adopt' }));
    const plan = await workspace.plan({ out: 'adopt.tfplan' });
    byHand([rule({ cookie_fields: [{ name: 'Newer' }] })]);
    const { exitCode, stderr } = await workspace.apply({ planFile: 'adopt.tfplan' });
    expect(exitCode).toBe(1);
    // The engine's own words; the plan's warning says what they mean.
    expect(stderr).toContain('Provider produced inconsistent final plan');
    expect(plan.stdout).toContain('If apply fails with "inconsistent final plan"');
    expect(parameters()).toEqual([{ cookie_fields: [{ name: 'Newer' }] }]);
  });

  test('is announced as taken over even when a name is unknown', async () => {
    workspace.write('main.tf', unknownName('on_existing = "adopt"'));
    const plan = await workspace.plan({ out: 'adopt.tfplan' });
    expect(plan.stdout).toContain('Apply takes over');
    expect(plan.stdout).toMatch(/Before: request headers x-theirs; cookies Sid/);
    expect(plan.stdout).toMatch(/After: {2}known after apply/);
    expect((await workspace.apply({ planFile: 'adopt.tfplan' })).exitCode).toBe(0);
    await rest();
  });

  test('is announced as possibly taken over when the zone itself is unknown', async () => {
    workspace.write(
      'main.tf',
      unknownName('on_existing = "adopt"')
        .replace('input = "Uid"', `input = "${DEFAULT_ZONE_ID}"`)
        .replace(`zone_id = "${DEFAULT_ZONE_ID}"`, 'zone_id = terraform_data.later.output')
        .replace('[terraform_data.later.output]', '["Uid"]'),
    );
    const plan = await workspace.plan();
    expect(plan.stdout.replace(/\s+/g, ' ')).toContain(
      'this plan cannot show which custom log fields will be taken over',
    );
  });

  test('shows each of several rules: apply replaces the enabled ones with one, and keeps a disabled one', async () => {
    byHand([
      rule(existing),
      rule({ cookie_fields: [{ name: 'paused' }] }, { enabled: false, description: 'team X' }),
    ]);
    workspace.write('main.tf', fields({ cookies: ['Uid'], on_existing: 'adopt' }));
    expect((await workspace.plan()).stdout).toContain(
      'rule 2: cookies paused; description "team X"; disabled',
    );
    await workspace.applied();
    await rest();
    expect(parameters()).toEqual([
      { cookie_fields: [{ name: 'Uid' }] },
      { cookie_fields: [{ name: 'paused' }] },
    ]);
    await workspace.destroy();
    expect(parameters()).toEqual([{ cookie_fields: [{ name: 'paused' }] }]);
  });

  test('is refused at plan even when a name is unknown, since the fields cannot turn out equal', async () => {
    workspace.write('main.tf', unknownName(''));
    const plan = await workspace.plan();
    expect(plan.exitCode).toBe(1);
    expect(plan.stderr).toContain('already has custom log fields');
  });

  test('and left only an empty ruleset is used without a message', async () => {
    byHand([]);
    const left = held()?.id;
    await applyFields({ cookies: ['Sid'] });
    expect(held()?.id).toBe(left);
    expect(service.emulator.control.journal().filter(({ method }) => method === 'POST')).toEqual([]);
  });
});
