import { ServerResponse } from 'node:http';
import { DEFAULT_ZONE_ID, PROFESSIONAL_ZONE_ID } from '../../emulator';
import {
  ADDRESS,
  SETTINGS,
  fields,
  flat,
  parameters,
  resource,
  rest,
  service,
  useAppliedFields,
  useFieldsZone,
  workspace,
} from './fields-zone';
import { inLane } from '../support/lane';

// The slow lane starts the provider as a user's engine does: anew for every command.
useFieldsZone(inLane({ share: 'workspace', whole: 'engine' }));

const SID = [{ cookie_fields: [{ name: 'Sid' }] }];
const UID = [{ cookie_fields: [{ name: 'Uid' }] }];

describe('create_before_destroy with a failing dependent', () => {
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
    'leaves an old object; destroying it keeps the fields of the new one: %s',
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
      expect(flat(stdout)).toContain('stay: this resource did not write their rule');
      expect(parameters()).toEqual(left);
      await rest();
    },
  );
});

test('create_before_destroy with another list needs "adopt": the error says so, and with it the apply converges', async () => {
  const config = (given: Parameters<typeof resource>[1]): string =>
    `${SETTINGS}${resource('main', given, '  lifecycle {\n    create_before_destroy = true\n  }')}`;
  workspace.write('main.tf', config({ cookies: ['Sid'] }));
  await workspace.applied();
  workspace.write('main.tf', config({ cookies: ['Uid'] }));
  const refused = await workspace.apply({ args: [`-replace=${ADDRESS}`] });
  expect(refused.exitCode).toBe(1);
  expect(flat(refused.stderr)).toContain('with create_before_destroy, set on_existing = "adopt"');
  expect(parameters()).toEqual(SID);
  workspace.write('main.tf', config({ cookies: ['Uid'], on_existing: 'adopt' }));
  await workspace.applied();
  expect(parameters()).toEqual(UID);
  await rest();
});

describe('a resource that is renamed without a moved block', () => {
  useAppliedFields({ cookies: ['Sid'] });

  test('keeps its fields when the new address is applied alone first', async () => {
    workspace.write('main.tf', fields({ cookies: ['Sid'] }).replace('"main"', '"renamed"'));
    await workspace.applied({ args: ['-target=zone_log_custom_fields.renamed'] });
    const { exitCode, stdout } = await workspace.apply();
    expect(exitCode).toBe(0);
    expect(flat(stdout)).toContain('stay: this resource did not write their rule');
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
});

describe('one zone in the state twice', () => {
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
  ])(
    'cannot be planned when %s is removed, unless it is removed without a destroy',
    async (_which, _kept, remaining) => {
      await importTwice();
      workspace.write('main.tf', remaining());
      const plan = await workspace.plan();
      expect(plan.exitCode).toBe(1);
      expect(flat(plan.stderr)).toContain('are in the state twice, and this plan destroys one of the two');
      expect(parameters()).toEqual(SID);

      const gone = remaining().includes('"second"') ? ADDRESS : 'zone_log_custom_fields.second';
      const block = /removed \{[\s\S]*?\n {2}\}/.exec(plan.stderr.replace(/^[│|] ?/gm, ''))?.[0] ?? '';
      workspace.write('import.tf', block.replace('zone_log_custom_fields.NAME', gone));
      await workspace.applied();
      await rest();
      expect(parameters()).toEqual(SID);
    },
  );

  test('brings a warning while both declare the same list, and an error with two lists', async () => {
    await importTwice();
    const plan = await workspace.plan();
    expect(plan.exitCode).toBe(0);
    expect(flat(plan.stdout)).toContain('Two resources of this configuration declare the custom log fields');
    workspace.write('main.tf', `${fields({ cookies: ['Sid'] })}${resource('second', { cookies: ['Uid'] })}`);
    const refused = await workspace.plan();
    expect(refused.exitCode).toBe(1);
    expect(flat(refused.stderr)).toContain(
      'Two resources of this configuration declare the custom log fields',
    );
  });

  test('is destroyed when both are removed', async () => {
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

  test('after an import instead of a moved block is refused, and the error names the block', async () => {
    workspace.write('main.tf', fields({ cookies: ['Sid'] }).replace('"main"', '"renamed"'));
    workspace.write(
      'import.tf',
      `import {\n  to = zone_log_custom_fields.renamed\n  id = "${DEFAULT_ZONE_ID}"\n}\n`,
    );
    const plan = await workspace.plan();
    expect(plan.exitCode).toBe(1);
    expect(flat(plan.stderr)).toContain(
      'use a moved block (moveFromId of the construct) instead of an import',
    );
    workspace.write(
      'import.tf',
      `moved {\n  from = ${ADDRESS}\n  to   = zone_log_custom_fields.renamed\n}\n`,
    );
    await workspace.applied();
    expect(parameters()).toEqual(SID);
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

  test('is re-created without a refresh', async () => {
    await workspace.applied({ args: ['-refresh=false'] });
    expect(parameters()).toEqual(SID);
    await rest();
  });
});

describe('two resources that swap their zones', () => {
  const two = (first: string, second: string, more: object): string =>
    `${SETTINGS}${resource('first', { zone_id: first, cookies: ['Sid'], ...more })}${resource('second', { zone_id: second, cookies: ['Uid'], ...more })}`;

  test('are refused with on_existing = "refuse", and the error names the alternatives', async () => {
    workspace.write('main.tf', two(DEFAULT_ZONE_ID, PROFESSIONAL_ZONE_ID, {}));
    await workspace.applied();
    workspace.write('main.tf', two(PROFESSIONAL_ZONE_ID, DEFAULT_ZONE_ID, {}));
    const plan = await workspace.plan();
    expect(plan.exitCode).toBe(1);
    expect(flat(plan.stderr)).toContain('if two resources swap their zones');
    expect([parameters(DEFAULT_ZONE_ID), parameters(PROFESSIONAL_ZONE_ID)]).toEqual([SID, UID]);
  });

  test.each(['PUT', 'DELETE', 'none'])('are swapped with "adopt" (%s is slow)', async (method) => {
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

  test('are swapped while the service has deleted the fields of one and not yet answered', async () => {
    const more = { on_existing: 'adopt' };
    workspace.write('main.tf', two(DEFAULT_ZONE_ID, PROFESSIONAL_ZONE_ID, more));
    await workspace.applied();
    workspace.write('main.tf', two(PROFESSIONAL_ZONE_ID, DEFAULT_ZONE_ID, more));
    const { end } = ServerResponse.prototype;
    const answer = jest.spyOn(ServerResponse.prototype, 'end').mockImplementation(function (
      this: ServerResponse,
      ...rest: unknown[]
    ) {
      const { method, url = '' } = this.req;
      const isLate = method !== 'GET' && url.includes(PROFESSIONAL_ZONE_ID);
      setTimeout(() => Reflect.apply(end, this, rest), isLate ? 1000 : 0);
      return this;
    });
    await workspace.applied().finally(() => answer.mockRestore());
    await rest();
    expect([parameters(DEFAULT_ZONE_ID), parameters(PROFESSIONAL_ZONE_ID)]).toEqual([UID, SID]);
  });
});

test('a resource that moves to the zone of a removed one deletes its fields in the zone that it leaves', async () => {
  const more = { on_existing: 'adopt' };
  const first = (zone: string): string => resource('first', { zone_id: zone, cookies: ['Sid'], ...more });
  const second = resource('second', { zone_id: PROFESSIONAL_ZONE_ID, cookies: ['Uid'], ...more });
  workspace.write('main.tf', `${SETTINGS}${first(DEFAULT_ZONE_ID)}${second}`);
  await workspace.applied();
  workspace.write('main.tf', `${SETTINGS}${first(PROFESSIONAL_ZONE_ID)}`);
  await workspace.applied();
  expect([parameters(DEFAULT_ZONE_ID), parameters(PROFESSIONAL_ZONE_ID)]).toEqual([[], SID]);
  await rest();
});
