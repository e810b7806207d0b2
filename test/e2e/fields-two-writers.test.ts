import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_ZONE_ID } from '../../emulator';
import {
  PHASE,
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

describe('somebody else writes between our read and our write', () => {
  useAppliedFields({ cookies: ['Sid'] });

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

test('somebody else creates fields while ours are saved into an empty ruleset: a warning names what was overwritten', async () => {
  byHand([]);
  workspace.write('main.tf', fields({ cookies: ['Uid'] }));
  before('PUT', () => byHand([rule(cookies('Theirs'))]));
  const { exitCode, stdout } = await workspace.apply();
  expect(exitCode).toBe(0);
  expect(flat(stdout)).toContain('Before both: no fields Theirs: cookies Theirs Now: cookies Uid');
  await rest();
});
