import { DEFAULT_ZONE_ID } from '../../emulator';
import { createWorkspace, type Workspace } from '../support/workspace';
import {
  ADDRESS,
  PHASE,
  SETTINGS,
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
import { inLane } from '../support/lane';

// The slow lane starts the provider as a user's engine does: anew for every command.
useFieldsZone(inLane({ share: 'workspace', whole: 'engine' }), {
  settings: { model: 'today', rateLimit: 0 },
});

const SID = [{ cookie_fields: [{ name: 'Sid' }] }];
const UID = [{ cookie_fields: [{ name: 'Uid' }] }];

describe('two states with one zone', () => {
  let other: Workspace;
  beforeAll(async () => {
    other = await createWorkspace({
      env: service.env,
      startedBy: 'workspace',
      files: { 'main.tf': SETTINGS },
    });
    await other.ready();
  });
  beforeEach(() => other.write('terraform.tfstate', ''));
  useAppliedFields({ cookies: ['Sid'] });

  test('the second imports the fields and changes them: destroying the first keeps them', async () => {
    other.write('main.tf', fields({ cookies: ['Uid'] }));
    await other.run(['import', '-no-color', ADDRESS, DEFAULT_ZONE_ID]);
    await other.applied();
    expect((await workspace.destroy()).exitCode).toBe(0);
    expect(parameters()).toEqual(UID);
    expect((await other.plan()).exitCode).toBe(0);
  });

  test('the first changes its fields after they were taken over: destroying the second keeps them', async () => {
    other.write('main.tf', fields({ cookies: ['Uid'], on_existing: 'adopt' }));
    await other.applied();
    await workspace.applied();
    expect((await other.destroy()).exitCode).toBe(0);
    expect(parameters()).toEqual(SID);
    await rest();
  });
});

describe('a rule that somebody else wrote instead of ours', () => {
  useAppliedFields({ cookies: ['Sid'] });

  test('or beside ours stays when ours is deleted, and is named', async () => {
    service.emulator.control.editRuleset(DEFAULT_ZONE_ID, PHASE, ({ rules }) => {
      rules.push(rule({ cookie_fields: [{ name: 'Other' }] }) as (typeof rules)[0]);
    });
    const { exitCode, stdout } = await workspace.destroy();
    expect(exitCode).toBe(0);
    expect(flat(stdout)).toContain('still has custom log fields: cookies Other');
    expect(parameters()).toEqual([{ cookie_fields: [{ name: 'Other' }] }]);
  });

  test('is replaced by ours, with our mark, at the next change', async () => {
    byHand([rule({ cookie_fields: [{ name: 'Hand' }] })]);
    await workspace.applied();
    await rest();
    await workspace.destroy();
    expect(parameters()).toEqual([]);
  });
});

describe('an object in the state of an earlier release, without a mark,', () => {
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

  test('has an empty plan', async () => {
    await rest();
    expect((await workspace.plan({ refreshOnly: true })).exitCode).toBe(0);
  });

  test('is destroyed together with the fields in its state', async () => {
    await workspace.destroy();
    expect(parameters()).toEqual([]);
  });

  test('keeps fields that another object has written since', async () => {
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

describe('a saved plan that deletes fields', () => {
  useAppliedFields({ cookies: ['Sid'] });
  const REPLACE = [`-replace=${ADDRESS}`];
  const add = (enabled: boolean) => (): void =>
    byHand([...(held()?.rules ?? []), rule({ cookie_fields: [{ name: 'Other' }] }, { enabled })]);
  const edit = (): void =>
    byHand(
      (held()?.rules ?? []).map(({ id, ref }) =>
        rule(
          {
            cookie_fields: [{ name: 'Sid' }],
            raw_response_fields: [{ name: 'age', preserve_duplicates: true }],
          },
          { id, ref },
        ),
      ),
    );

  test.each<readonly [string, readonly string[], () => void]>([
    ['a replacement is refused when somebody adds a rule', REPLACE, add(true)],
    ['a replacement is refused when somebody adds a disabled rule', REPLACE, add(false)],
    ['a replacement is refused when somebody edits what cannot be declared', REPLACE, edit],
    ['a destroy is refused when somebody edits what cannot be declared', ['-destroy'], edit],
  ])('%s after it: nothing is written', async (_what, args, change) => {
    expect(await workspace.plan({ args, out: 'saved.tfplan' })).toMatchObject({ exitCode: 2 });
    change();
    const before = held();
    const { exitCode, stderr } = await workspace.apply({ planFile: 'saved.tfplan' });
    expect([exitCode, flat(stderr)]).toEqual([
      1,
      expect.stringContaining('changed since this plan was made'),
    ]);
    expect(held()).toEqual(before);
  });

  test.each([
    ['a rule', true, 0],
    ['a disabled rule', false, 1],
  ])(
    'a replacement beside %s of others is refused at plan, or takes it over',
    async (_what, enabled, exitCode) => {
      add(enabled)();
      const refused = await workspace.plan({ args: REPLACE });
      expect([refused.exitCode, flat(refused.stderr)]).toEqual([
        1,
        expect.stringContaining('cannot be replaced'),
      ]);
      workspace.write('main.tf', fields({ cookies: ['Sid'], on_existing: 'adopt' }));
      expect(await workspace.apply({ args: REPLACE })).toMatchObject({ exitCode });
      await rest();
    },
  );
});
