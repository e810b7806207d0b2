import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_ZONE_ID } from '../../emulator';
import {
  PHASE,
  SETTINGS,
  applyFields,
  byHand,
  fields,
  flat,
  parameters,
  rest,
  rule,
  service,
  useAppliedFields,
  useFieldsZone,
  workspace,
} from './fields-zone';

/** What somebody else does while a delayed request is under way: after the provider looked, before it writes. */
let meanwhile: (() => void) | undefined;

useFieldsZone('workspace', {
  wait: async (milliseconds) => {
    const now = meanwhile;
    meanwhile = undefined;
    if (now) now();
    else await sleep(milliseconds);
  },
});

const cookies = (...names: readonly string[]): object => ({ cookie_fields: names.map((name) => ({ name })) });

/** Changes the rule in place, as a person does in a browser: its id and its ref stay. */
function editInPlace(...names: readonly string[]): void {
  service.emulator.control.editRuleset(DEFAULT_ZONE_ID, PHASE, ({ rules: [first] }) => {
    if (first) first.action_parameters = { ...cookies(...names) };
  });
}

/** Does something right before the nth write of this method takes effect. */
function before(method: string, edit: () => void, nth = 1): void {
  meanwhile = edit;
  service.emulator.control.faults.put([{ match: { method }, nth, delayMs: 1 }]);
}

afterEach(() => service.emulator.control.faults.clear());

const LOST = 'Somebody else changed the custom log fields';

describe('somebody else writes before the plan of a destroy', () => {
  useAppliedFields({ cookies: ['Sid'] });

  test('and the plan names what apply then deletes', async () => {
    editInPlace('Theirs');
    workspace.write('main.tf', SETTINGS);
    const { stdout } = await workspace.plan({ out: 'plan' });
    // Some engines plan this destroy with the state as it was before the refresh, so the provider has to say it.
    expect(flat(stdout)).toMatch(
      /this plan deletes them as they are now\. The zone has cookies Theirs\.|- cookies = \[ - "Theirs", \] -> null/,
    );
    expect((await workspace.apply({ planFile: 'plan' })).exitCode).toBe(0);
    expect(parameters()).toEqual([]);
    await rest();
  });

  test('and changes fields again after it: apply does not delete those', async () => {
    editInPlace('Theirs');
    workspace.write('main.tf', SETTINGS);
    await workspace.plan({ out: 'plan' });
    editInPlace('Later');
    const { exitCode, stderr } = await workspace.apply({ planFile: 'plan' });
    expect(exitCode).toBe(1);
    expect(flat(stderr)).toContain('changed since this plan was made: cookies Later');
    expect(parameters()).toEqual([cookies('Later')]);
    await workspace.applied();
    expect(parameters()).toEqual([]);
  });

  test('in their own rule, which stays', async () => {
    byHand([rule(cookies('Theirs'))]);
    workspace.write('main.tf', SETTINGS);
    const { exitCode, stdout } = await workspace.apply();
    expect(exitCode).toBe(0);
    expect(flat(stdout)).toContain('stay: this resource did not write their rule');
    expect(parameters()).toEqual([cookies('Theirs')]);
  });
});

describe('somebody else writes between our read and our write', () => {
  useAppliedFields({ cookies: ['Sid'] });

  test('of a change: a warning names what was overwritten', async () => {
    workspace.write('main.tf', fields({ cookies: ['Sid', 'Uid'] }));
    before('PATCH', () => editInPlace('Sid', 'Theirs'));
    const { exitCode, stdout } = await workspace.apply();
    expect(exitCode).toBe(0);
    const text = flat(stdout);
    expect(text).toContain(LOST);
    expect(text).toContain('Before both: cookies Sid Theirs: cookies Sid, Theirs Now: cookies Sid, Uid');
    expect(text).toContain('- cookies: Theirs');
    expect(parameters()).toEqual([cookies('Sid', 'Uid')]);
    await rest();
  });

  test('of a change, in their own rule: the change fails and their rule stays', async () => {
    workspace.write('main.tf', fields({ cookies: ['Sid', 'Uid'] }));
    before('PATCH', () => byHand([rule(cookies('Theirs'))]));
    const { exitCode, stderr } = await workspace.apply();
    expect(exitCode).toBe(1);
    expect(flat(stderr)).toContain('changed since this plan was made: cookies Theirs');
    expect(parameters()).toEqual([cookies('Theirs')]);
    await workspace.applied();
    await rest();
  });

  test('of a destroy: a warning names what was overwritten', async () => {
    before('DELETE', () => editInPlace('Sid', 'Theirs'));
    const { exitCode, stdout } = await workspace.destroy();
    expect(exitCode).toBe(0);
    expect(flat(stdout)).toContain(LOST);
    expect(flat(stdout)).toContain('Theirs: cookies Sid, Theirs Now: no fields');
    expect(parameters()).toEqual([]);
  });

  test('of a destroy, in their own rule: it stays', async () => {
    before('DELETE', () => byHand([rule(cookies('Theirs'))]));
    const { exitCode, stdout } = await workspace.destroy();
    expect(exitCode).toBe(0);
    expect(flat(stdout)).toContain('still has custom log fields: cookies Theirs');
    expect(parameters()).toEqual([cookies('Theirs')]);
  });

  test('of a change, with the same result: no warning', async () => {
    workspace.write('main.tf', fields({ cookies: ['Sid', 'Uid'] }));
    before('PATCH', () => editInPlace('Uid', 'Sid'));
    const { exitCode, stdout } = await workspace.apply();
    expect(exitCode).toBe(0);
    expect(flat(stdout)).not.toContain(LOST);
    await rest();
  });

  test('of a change, and the service does not return that version: the warning still comes', async () => {
    workspace.write('main.tf', fields({ cookies: ['Uid'] }));
    meanwhile = () => editInPlace('Theirs');
    service.emulator.control.faults.put([
      { match: { method: 'PATCH' }, nth: 1, delayMs: 1 },
      { match: { operation: 'rulesets.versions.get' }, effect: { kind: 'answer', status: 404 } },
    ]);
    const { exitCode, stdout } = await workspace.apply();
    expect(exitCode).toBe(0);
    expect(flat(stdout)).toContain('Theirs: not known, because the service does not return that version');
    await rest();
  });

  test('does not include our own change, sent twice because its answer was lost', async () => {
    workspace.write('main.tf', fields({ cookies: ['Uid'] }));
    service.emulator.control.faults.put([
      { match: { method: 'PATCH' }, times: 1, effect: { kind: 'cut', moment: 'after-write' } },
    ]);
    const { exitCode, stdout } = await workspace.apply();
    expect(exitCode).toBe(0);
    expect(flat(stdout)).not.toContain(LOST);
    expect(parameters()).toEqual([cookies('Uid')]);
    await rest();
  });

  test('does not include our own destroy whose answer was lost', async () => {
    service.emulator.control.faults.put([
      { match: { method: 'DELETE' }, times: 1, effect: { kind: 'cut', moment: 'after-write' } },
    ]);
    const { exitCode, stdout } = await workspace.destroy();
    expect(exitCode).toBe(0);
    expect(flat(stdout)).not.toContain('Warning');
    expect(parameters()).toEqual([]);
  });

  test('a service that cannot delete single rules is distinguished from a rule that is gone', async () => {
    service.emulator.control.faults.put([
      {
        match: { method: 'DELETE' },
        effect: {
          kind: 'answer',
          status: 404,
          body: {
            success: false,
            errors: [{ code: 10003, message: 'not found' }],
            messages: [],
            result: null,
          },
        },
      },
    ]);
    const { exitCode, stderr } = await workspace.destroy();
    expect(exitCode).toBe(1);
    expect(flat(stderr)).toContain('was not deleted');
    expect(parameters()).toEqual([cookies('Sid')]);
  });
});

test('somebody else writes between our read and our take-over: a warning names what was overwritten', async () => {
  byHand([rule(cookies('Theirs'))]);
  workspace.write('main.tf', fields({ cookies: ['Uid'], on_existing: 'adopt' }));
  before('PUT', () => editInPlace('Newer'));
  const { exitCode, stdout } = await workspace.apply();
  expect(exitCode).toBe(0);
  expect(flat(stdout)).toContain('Before both: cookies Theirs Theirs: cookies Newer Now: cookies Uid');
  await rest();
});

test('somebody else creates fields during our creation: theirs stay, and ours are refused', async () => {
  workspace.write('main.tf', fields({ cookies: ['Uid'] }));
  before('POST', () => byHand([rule(cookies('Theirs'))]));
  const { exitCode, stderr } = await workspace.apply();
  expect(exitCode).toBe(1);
  expect(flat(stderr)).toContain('already has custom log fields: cookies Theirs');
  expect(service.emulator.control.journal({ method: 'PUT' })).toEqual([]);
  expect(parameters()).toEqual([cookies('Theirs')]);
});

test('somebody else creates fields while ours are saved into an empty ruleset: a warning names what was overwritten', async () => {
  byHand([]);
  workspace.write('main.tf', fields({ cookies: ['Uid'] }));
  before('PUT', () => byHand([rule(cookies('Theirs'))]));
  const { exitCode, stdout } = await workspace.apply();
  expect(exitCode).toBe(0);
  expect(flat(stdout)).toContain('Before both: no fields Theirs: cookies Theirs Now: cookies Uid');
  await rest();
});

describe('two states declare one zone', () => {
  test('and the plan of the overwritten one says so, with a solution', async () => {
    await applyFields({ cookies: ['Sid'] });
    const first = workspace.read('terraform.tfstate');
    workspace.write('terraform.tfstate', '');
    workspace.write('main.tf', fields({ cookies: ['Theirs'], on_existing: 'adopt' }));
    await workspace.applied();
    workspace.write('terraform.tfstate', first);
    workspace.write('main.tf', fields({ cookies: ['Sid'] }));
    const text = flat((await workspace.plan()).stdout);
    expect(text).toContain('Another Zonewright resource last wrote the custom log fields');
    expect(text).toContain('It wrote cookies Theirs.');
    expect(text).toContain('from = zone_log_custom_fields.NAME');
  });

  test('and a hand edit of our own rule does not count as the other resource', async () => {
    await applyFields({ cookies: ['Sid'] });
    editInPlace('Theirs');
    const { exitCode, stdout } = await workspace.plan();
    expect(exitCode).toBe(2);
    expect(stdout).not.toContain('Another Zonewright resource');
  });
});
