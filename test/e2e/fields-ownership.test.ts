import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_ZONE_ID, PROFESSIONAL_ZONE_ID, type FaultRule } from '../../emulator';
import { createWorkspace, type Workspace } from '../support/workspace';
import {
  ADDRESS,
  PHASE,
  applyFields,
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

useFieldsZone('engine');

const SID = [{ cookie_fields: [{ name: 'Sid' }] }];
const UID = [{ cookie_fields: [{ name: 'Uid' }] }];

/** The resource alone, for a second one in the same file. */
function resource(name: string, given: Parameters<typeof fields>[0], more = ''): string {
  return fields(given)
    .replace(/^terraform \{[\s\S]*?^\}\n/m, '')
    .replace('"main"', `"${name}"`)
    .replace(/\n\}\s*$/, `\n${more}\n}\n`);
}

const SETTINGS = 'terraform {\n  required_providers {\n    zone = { source = "zonewright/zone" }\n  }\n}\n';

describe('create_before_destroy with a dependent that fails', () => {
  const config = (cookies: readonly string[], command: string): string =>
    `${SETTINGS}${resource('main', { cookies, on_existing: 'adopt' }, '  lifecycle {\n    create_before_destroy = true\n  }')}
resource "terraform_data" "after" {
  lifecycle {
    replace_triggered_by = [${ADDRESS}]
  }
  provisioner "local-exec" {
    command = "${command}"
  }
}`;

  test.each([
    ['the same list', ['Sid'], SID],
    ['another list', ['Uid'], UID],
  ])(
    'leaves an old object whose destroy does not take the fields of the new one: %s',
    async (_list, cookies, left) => {
      workspace.write('main.tf', config(['Sid'], 'true'));
      await workspace.applied();
      workspace.write('main.tf', config(cookies, 'exit 1'));
      expect((await workspace.apply({ args: [`-replace=${ADDRESS}`] })).exitCode).toBe(1);
      expect(parameters()).toEqual(left);
      workspace.write('main.tf', config(cookies, 'true'));
      const { exitCode, stdout } = await workspace.apply();
      expect(exitCode).toBe(0);
      expect(stdout).toContain('1 to add, 0 to change, 2 to destroy');
      expect(flat(stdout)).toContain('stay: their rule is not the one that this resource wrote');
      expect(parameters()).toEqual(left);
      await rest();
    },
  );
});

describe('a resource that is renamed without a moved block', () => {
  useAppliedFields({ cookies: ['Sid'] });

  test('keeps its fields when the new address is applied alone first', async () => {
    workspace.write('main.tf', fields({ cookies: ['Sid'] }).replace('"main"', '"renamed"'));
    await workspace.applied({ args: ['-target=zone_log_custom_fields.renamed'] });
    const { exitCode, stdout } = await workspace.apply();
    expect(exitCode).toBe(0);
    expect(flat(stdout)).toContain('stay: their rule is not the one that this resource wrote');
    expect(parameters()).toEqual(SID);
    await rest();
  });

  test('keeps its fields when the old object was destroyed alone first', async () => {
    workspace.write('main.tf', fields({ cookies: ['Sid'] }).replace('"main"', '"renamed"'));
    await workspace.applied({ args: [`-target=${ADDRESS}`] });
    expect(parameters()).toEqual([]);
    await workspace.applied();
    await rest();
    expect(parameters()).toEqual(SID);
  });

  const slow = (method: string, delayMs: number, more: object = {}): FaultRule => ({
    match: { method, zoneId: DEFAULT_ZONE_ID },
    delayMs,
    ...more,
  });

  test.each<readonly [string, readonly FaultRule[]]>([
    ['nothing is slow', []],
    ['the deletion is slow', [slow('DELETE', 700)]],
    ['the writing is slow', [slow('PUT', 700)]],
    ['both are slow', [slow('PUT', 400), slow('DELETE', 400)]],
    ['every look is slow', [slow('GET', 150)]],
    ...[3, 4, 5, 6].map((nth) => [`look ${nth} is slow`, [slow('GET', 700, { nth })]] as const),
    ['look 4 and the writing are slow', [slow('GET', 300, { nth: 4 }), slow('PUT', 700)]],
    ['look 4 and the deletion are slow', [slow('GET', 300, { nth: 4 }), slow('DELETE', 700)]],
  ])(
    'and gets another provider configuration in the same apply keeps its fields when %s',
    async (_case, faults) => {
      workspace.write(
        'main.tf',
        `${SETTINGS}provider "zone" {}\nprovider "zone" {\n  alias = "second"\n}\n${resource('renamed', { cookies: ['Sid'] }, '  provider = zone.second')}`,
      );
      service.emulator.control.faults.put(faults);
      const { stdout } = await workspace.apply();
      service.emulator.control.faults.clear();
      expect(stdout).toContain('1 added, 0 changed, 1 destroyed');
      expect(parameters()).toEqual(SID);
      await rest();
    },
  );
});

describe('one zone that is in the state twice', () => {
  useAppliedFields({ cookies: ['Sid'] });
  const two = (): string => `${fields({ cookies: ['Sid'] })}${resource('second', { cookies: ['Sid'] })}`;
  const importTwice = async (): Promise<void> => {
    workspace.write('main.tf', two());
    const imported = await workspace.run([
      'import',
      '-no-color',
      'zone_log_custom_fields.second',
      DEFAULT_ZONE_ID,
    ]);
    expect(imported).toMatchObject({ exitCode: 0 });
  };

  test.each([
    ['the one that was imported', ADDRESS, () => fields({ cookies: ['Sid'] })],
    ['the one that made it', 'second', () => fields({ cookies: ['Sid'] }).replace('"main"', '"second"')],
  ])('is no plan when %s is removed; removed without destroy it is', async (_which, _kept, remaining) => {
    await importTwice();
    workspace.write('main.tf', remaining());
    const plan = await workspace.plan();
    expect(plan.exitCode).toBe(1);
    expect(flat(plan.stderr)).toContain('are in the state twice, and one of the two is to be destroyed');
    expect(parameters()).toEqual(SID);

    const gone = remaining().includes('"second"') ? ADDRESS : 'zone_log_custom_fields.second';
    const block = /removed \{[\s\S]*?\n {2}\}/.exec(plan.stderr.replace(/^[│|] ?/gm, ''))?.[0] ?? '';
    workspace.write('import.tf', block.replace('zone_log_custom_fields.NAME', gone));
    await workspace.applied();
    await rest();
    expect(parameters()).toEqual(SID);
  });

  test('brings a warning while both are declared with the same list, and is no plan with two lists', async () => {
    await importTwice();
    const plan = await workspace.plan();
    expect(plan.exitCode).toBe(0);
    expect(flat(plan.stdout)).toContain('are declared by two resources of this configuration');
    workspace.write('main.tf', `${fields({ cookies: ['Sid'] })}${resource('second', { cookies: ['Uid'] })}`);
    const refused = await workspace.plan();
    expect(refused.exitCode).toBe(1);
    expect(flat(refused.stderr)).toContain('are declared by two resources of this configuration');
  });

  test('is destroyed when both are', async () => {
    await importTwice();
    workspace.write('main.tf', SETTINGS);
    await workspace.applied();
    expect(parameters()).toEqual([]);
  });

  test('is destroyed by terraform destroy', async () => {
    await importTwice();
    expect(await workspace.destroy()).toMatchObject({ exitCode: 0 });
    expect(parameters()).toEqual([]);
  });

  test('because it was imported in place of a moved block: no plan, and the text names the block', async () => {
    workspace.write('main.tf', fields({ cookies: ['Sid'] }).replace('"main"', '"renamed"'));
    workspace.write(
      'import.tf',
      `import {\n  to = zone_log_custom_fields.renamed\n  id = "${DEFAULT_ZONE_ID}"\n}\n`,
    );
    const plan = await workspace.plan();
    expect(plan.exitCode).toBe(1);
    expect(flat(plan.stderr)).toContain('needs a moved block in place of an import');
    workspace.write(
      'import.tf',
      `moved {\n  from = ${ADDRESS}\n  to   = zone_log_custom_fields.renamed\n}\n`,
    );
    await workspace.applied();
    expect(parameters()).toEqual(SID);
  });
});

describe('two states with one zone', () => {
  let other: Workspace;
  beforeAll(async () => {
    other = await createWorkspace({ env: service.env, files: { 'main.tf': SETTINGS } });
    await other.ready();
  });
  beforeEach(() => other.write('terraform.tfstate', ''));
  afterAll(() => other.remove());
  useAppliedFields({ cookies: ['Sid'] });

  test.each([
    ['with another list', ['Uid'], UID, { on_existing: 'adopt' }],
    ['with the same list', ['Sid'], SID, {}],
  ])(
    'the second takes the fields over %s: the first one’s destroy leaves them',
    async (_list, cookies, left, more) => {
      other.write('main.tf', fields({ cookies, ...more }));
      await other.applied();
      const { exitCode, stdout } = await workspace.destroy();
      expect(exitCode).toBe(0);
      expect(flat(stdout)).toContain('stay: their rule is not the one that this resource wrote');
      expect(parameters()).toEqual(left);
      expect((await other.plan()).exitCode).toBe(0);
    },
  );

  test('the second takes the fields over and is destroyed: the first one’s next apply makes its own again', async () => {
    other.write('main.tf', fields({ cookies: ['Uid'], on_existing: 'adopt' }));
    await other.applied();
    expect((await other.destroy()).exitCode).toBe(0);
    expect(parameters()).toEqual([]);
    await workspace.applied();
    await rest();
    expect(parameters()).toEqual(SID);
  });

  test('the second imports the fields and changes them: the first one’s destroy leaves them', async () => {
    other.write('main.tf', fields({ cookies: ['Uid'] }));
    await other.run(['import', '-no-color', ADDRESS, DEFAULT_ZONE_ID]);
    await other.applied();
    expect((await workspace.destroy()).exitCode).toBe(0);
    expect(parameters()).toEqual(UID);
    expect((await other.plan()).exitCode).toBe(0);
  });

  test('the first one changes its fields after they were taken over: the second one’s destroy leaves them', async () => {
    other.write('main.tf', fields({ cookies: ['Uid'], on_existing: 'adopt' }));
    await other.applied();
    await workspace.applied();
    expect((await other.destroy()).exitCode).toBe(0);
    expect(parameters()).toEqual(SID);
    await rest();
  });

  test('a take-over between look and write makes a change fail, and nothing is lost', async () => {
    workspace.write('main.tf', fields({ cookies: ['Sid', 'more'] }));
    service.emulator.control.faults.put([{ match: { method: 'PATCH' }, times: 1, delayMs: 4_000 }]);
    const changing = workspace.apply();
    // Both looks of the change are over once it is to be written; the take-over is faster than the delay.
    await sleep(1_500);
    byHand([rule({ cookie_fields: [{ name: 'Uid' }] })]);
    const { exitCode, stderr } = await changing;
    expect(exitCode).toBe(1);
    expect(flat(stderr)).toContain('changed since the plan was made: cookies Uid');
    expect(parameters()).toEqual(UID);
  });
});

describe('a tainted object', () => {
  useAppliedFields({ cookies: ['Sid'] });
  beforeEach(() => workspace.run(['taint', ADDRESS]));

  test('is destroyed with its fields when its block is removed', async () => {
    workspace.write('main.tf', SETTINGS);
    await workspace.applied();
    expect(parameters()).toEqual([]);
  });

  test('is made anew, and its own fields are not taken for another’s', async () => {
    const { exitCode, stdout } = await workspace.apply();
    expect(exitCode).toBe(0);
    expect(flat(stdout)).not.toContain('stay: their rule is not');
    expect(parameters()).toEqual(SID);
    await rest();
  });

  test('is made anew without a refresh', async () => {
    await workspace.applied({ args: ['-refresh=false'] });
    expect(parameters()).toEqual(SID);
    await rest();
  });
});

describe('a rule that somebody else wrote in the place of ours', () => {
  useAppliedFields({ cookies: ['Sid'] });

  test('stays when the resource is destroyed, and the plan afterwards is empty', async () => {
    byHand([rule({ cookie_fields: [{ name: 'Sid' }] })]);
    workspace.write('main.tf', SETTINGS);
    const { exitCode, stdout } = await workspace.apply();
    expect(exitCode).toBe(0);
    expect(flat(stdout)).toContain('stay: their rule is not the one that this resource wrote');
    expect(parameters()).toEqual(SID);
    await rest();
  });

  test('beside ours stays, too, and is named', async () => {
    service.emulator.control.editRuleset(DEFAULT_ZONE_ID, PHASE, ({ rules }) => {
      rules.push(rule({ cookie_fields: [{ name: 'Other' }] }) as (typeof rules)[0]);
    });
    const { exitCode, stdout } = await workspace.destroy();
    expect(exitCode).toBe(0);
    expect(flat(stdout)).toContain('still has custom log fields: cookies Other');
    expect(parameters()).toEqual([{ cookie_fields: [{ name: 'Other' }] }]);
  });

  test('is replaced by ours at the next change, under our mark', async () => {
    byHand([rule({ cookie_fields: [{ name: 'Hand' }] })]);
    await workspace.applied();
    await rest();
    await workspace.destroy();
    expect(parameters()).toEqual([]);
  });
});

describe('an object whose state an earlier release wrote, without a mark', () => {
  useAppliedFields({ cookies: ['Sid'] });
  beforeEach(() => {
    const state = JSON.parse(workspace.read('terraform.tfstate')) as {
      resources: { instances: { private?: string; attributes: Record<string, unknown> }[] }[];
    };
    for (const instance of state.resources.flatMap(({ instances }) => instances)) {
      delete instance.private;
      delete instance.attributes['taken_over'];
    }
    workspace.write('terraform.tfstate', JSON.stringify(state));
    byHand([rule({ cookie_fields: [{ name: 'Sid' }] })]);
  });

  test('is at rest', async () => {
    await rest();
    expect((await workspace.plan({ refreshOnly: true })).exitCode).toBe(0);
  });

  test('is destroyed with the fields that the state has', async () => {
    await workspace.destroy();
    expect(parameters()).toEqual([]);
  });

  test('leaves fields that another object wrote since', async () => {
    byHand([rule({ cookie_fields: [{ name: 'Sid' }] }, { ref: 'zonewright-0' })]);
    expect((await workspace.destroy()).exitCode).toBe(0);
    expect(parameters()).toEqual(SID);
  });

  test('gets a mark with its next change', async () => {
    await applyFields({ cookies: ['Uid'] });
    expect(held()?.rules[0]?.ref).toMatch(/^zonewright-/);
    await workspace.destroy();
    expect(parameters()).toEqual([]);
  });
});

describe('two resources that exchange their zones', () => {
  const two = (first: string, second: string, more: object): string =>
    `${SETTINGS}${resource('first', { zone_id: first, cookies: ['Sid'], ...more })}${resource('second', { zone_id: second, cookies: ['Uid'], ...more })}`;

  test('are refused while on_existing is "refuse", and the text names the ways', async () => {
    workspace.write('main.tf', two(DEFAULT_ZONE_ID, PROFESSIONAL_ZONE_ID, {}));
    await workspace.applied();
    workspace.write('main.tf', two(PROFESSIONAL_ZONE_ID, DEFAULT_ZONE_ID, {}));
    const plan = await workspace.plan();
    expect(plan.exitCode).toBe(1);
    expect(flat(plan.stderr)).toContain('where two resources exchange their zones');
    expect([parameters(DEFAULT_ZONE_ID), parameters(PROFESSIONAL_ZONE_ID)]).toEqual([SID, UID]);
  });

  test.each(['PUT', 'DELETE', 'none'])('are exchanged with "adopt" (%s is slow)', async (method) => {
    const more = { on_existing: 'adopt' };
    workspace.write('main.tf', two(DEFAULT_ZONE_ID, PROFESSIONAL_ZONE_ID, more));
    await workspace.applied();
    workspace.write('main.tf', two(PROFESSIONAL_ZONE_ID, DEFAULT_ZONE_ID, more));
    service.emulator.control.faults.put([{ match: { method }, delayMs: 400 }]);
    await workspace.applied();
    service.emulator.control.faults.clear();
    await rest();
    expect([parameters(DEFAULT_ZONE_ID), parameters(PROFESSIONAL_ZONE_ID)]).toEqual([UID, SID]);
  });
});
