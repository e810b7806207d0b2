import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_ZONE_ID, PROFESSIONAL_ZONE_ID } from '../../emulator';
import { inLane } from '../support/lane';
import { rulesIn } from './lifecycle/scene';
import { beginAnew, declare, printed, refusal, rest, service, useWorkspace, workspace } from './one-service';

/** The custom log fields of a zone: what the table of life cycles (`lifecycle/fields.ts`) does not hold. */

const PHASE = 'http_log_custom_fields';
const TYPE = 'zone_log_custom_fields';
const REPLACE = [`-replace=${TYPE}.main`];
const CREATE_FIRST = { lifecycle: { create_before_destroy: true } };

/** What somebody else does while a delayed request is under way: after the provider looked, before it writes. */
let meanwhile: (() => void) | undefined;

async function wait(milliseconds: number): Promise<void> {
  const now = meanwhile;
  meanwhile = undefined;
  if (now) now();
  else await sleep(milliseconds);
}

// The slow lane starts the provider as a user's engine does: anew for every command.
useWorkspace({ wait }, { startedBy: inLane({ share: 'workspace', whole: 'engine' }) });
beforeEach(() => beginAnew('main.tf', 'import.tf'));
afterEach(() => service.emulator.control.faults.clear());

/** Declares the fields `main`, and what else there is. */
function fields(main: object, more: object = {}): void {
  declare({ [TYPE]: { main: { zone_id: DEFAULT_ZONE_ID, ...main } } }, more);
}

async function applyFields(main: object, more: object = {}): Promise<void> {
  fields(main, more);
  await workspace.applied();
  await rest();
}

const importOf = (id: string, name = 'main'): object => ({ import: [{ to: `${TYPE}.${name}`, id }] });

/** Keeps a block that an error prints as a part of the configuration. */
function take(block: RegExp, error: string, from = '', to = ''): void {
  workspace.write('import.tf', (block.exec(error.replace(/^[│|] ?/gm, ''))?.[0] ?? '').replace(from, to));
}

const rule = (action_parameters: object, more: object = {}): object => ({
  ...{ action: 'log_custom_field', expression: 'true', action_parameters },
  ...more,
});
const cookies = (...names: readonly string[]): object => ({ cookie_fields: names.map((name) => ({ name })) });

function byHand(...rules: readonly object[]): void {
  service.emulator.control.saveRuleset(DEFAULT_ZONE_ID, PHASE, { rules });
}

/** The rules of the zone as the service holds them, and their parameters. */
const held = (zoneId = DEFAULT_ZONE_ID) => rulesIn(service.emulator.control, zoneId, PHASE);
const parameters = (zoneId?: string): unknown => held(zoneId).map((one) => one['action_parameters']);

describe('the custom log fields of a zone', () => {
  test('may not be more than the provider is told to allow', async () => {
    fields({ cookies: ['a', 'b'] }, { provider: { zone: { max_custom_fields: 1 } } });
    expect(await refusal()).toContain('at most 1');
  });

  test.each([
    [
      'in two forms because ignore_changes keeps one of them',
      { cookies: ['Sid'], response_headers: ['x'] },
      { cookies: ['Sid'], raw_response_headers: ['x'], lifecycle: { ignore_changes: ['response_headers'] } },
      '"x" is in raw_response_headers and in response_headers.',
    ],
    [
      'none because ignore_changes drops the declared ones',
      { request_headers: ['x'] },
      { cookies: ['b'], lifecycle: { ignore_changes: ['cookies'] } },
      'There are no custom fields',
    ],
  ])('may not be %s', async (_what, before, after, says) => {
    await applyFields(before);
    fields(after);
    expect(await refusal()).toContain(says);
  });
});

describe('a zone that already has fields made by others', () => {
  const existing = { request_fields: [{ name: 'x-theirs' }], cookie_fields: [{ name: 'Sid' }] };
  const THERE = 'already has custom log fields: request headers x-theirs; cookies Sid';
  const COOKIES = { cookies: ['Sid'] };
  beforeEach(() => byHand(rule(existing, { description: 'theirs' })));

  test('is not overwritten: the plan fails with an import block that works as printed', async () => {
    fields(COOKIES);
    const { stderr } = await workspace.plan();
    expect(stderr).toContain(THERE);
    expect(parameters()).toEqual([existing]);

    take(/^import \{[\s\S]*?^\}/m, stderr);
    const plan = await workspace.plan();
    expect(plan.stdout).toContain('1 to import, 0 to add, 1 to change, 0 to destroy');
    expect(plan.stdout).toContain('- "x-theirs"');
    await workspace.applied();
    await rest();
    expect(parameters()).toEqual([cookies('Sid')]);
    const destroy = async (): Promise<string> => printed(await workspace.plan({ destroy: true }));
    expect(await destroy()).toContain('which the zone had before this resource');
    workspace.write('import.tf', '');
    await workspace.applied({ args: REPLACE });
    expect(await destroy()).not.toContain('which the zone had before this resource');
  });

  const LATER = '${terraform_data.later.output}';
  test.each([
    ['at apply where the provider', () => service.emulator.baseUrl, COOKIES, { base_url: LATER }],
    ['at apply where the zone', () => DEFAULT_ZONE_ID, { ...COOKIES, zone_id: LATER }, {}],
    ['at plan where a name', () => 'Sid', { cookies: [LATER] }, {}],
  ])('is refused %s is known only after apply', async (when, input, main, zone) => {
    const resource = {
      terraform_data: { later: { input: input() } },
      [TYPE]: { main: { zone_id: DEFAULT_ZONE_ID, ...main } },
    };
    declare(resource, { provider: { zone } });
    if (when.startsWith('at plan')) expect(await refusal()).toContain(THERE);
    else expect(await workspace.plan()).toMatchObject({ exitCode: 2 });
    expect(await refusal(workspace.apply())).toContain(THERE);
    expect(parameters()).toEqual([existing]);
  });
});

test('what is overwritten in a ruleset that was empty is named', async () => {
  await applyFields({ cookies: ['Sid'] });
  await workspace.destroy();
  fields({ cookies: ['Uid'] });
  meanwhile = () => byHand(rule(cookies('Theirs')));
  service.emulator.control.faults.put([{ match: { method: 'PUT' }, nth: 1, delayMs: 1 }]);
  expect(printed(await workspace.apply())).toContain(
    'Before both: no custom log fields Theirs: cookies Theirs Now: cookies Uid',
  );
  await rest();
});

test('a rule that the service says is gone, and lists, is an error', async () => {
  await applyFields({ cookies: ['Sid'] });
  service.emulator.control.faults.put([
    { match: { operation: 'rulesets.rules.delete' }, effect: { kind: 'answer', status: 404 } },
  ]);
  expect(await refusal(workspace.destroy())).toContain('was not deleted');
});

test.each([
  ['is destroyed together with the fields in its state', {}, []],
  ['keeps fields that another object has written since', { ref: 'zonewright-0' }, [cookies('Sid')]],
])('an object without its private state %s', async (_what, more, left) => {
  await applyFields({ cookies: ['Sid'] });
  workspace.write(
    'terraform.tfstate',
    workspace.read('terraform.tfstate').replace(/,\s*"private": "[^"]*"/, ''),
  );
  byHand(rule(cookies('Sid'), more));
  await rest();
  expect((await workspace.destroy()).exitCode).toBe(0);
  expect(parameters()).toEqual(left);
});

describe('objects that follow each other', () => {
  test('create_before_destroy with another list is refused: what the error says converges', async () => {
    const [former, other] = ['Sid', 'Uid'].map((cookie) => ({ cookies: [cookie], ...CREATE_FIRST }));
    await applyFields({ ...former });
    fields({ ...other });
    expect(await refusal(workspace.apply({ args: REPLACE }))).toContain(
      'with create_before_destroy, old and new share the custom log fields of the zone: declare the former ones again and apply',
    );
    expect(parameters()).toEqual([cookies('Sid')]);
    await applyFields({ ...former });
    await applyFields({ ...other });
    expect(parameters()).toEqual([cookies('Uid')]);
  });

  test('an import instead of a moved block is refused, and the error names the block', async () => {
    await applyFields({ cookies: ['Sid'] });
    const renamed = { zone_id: DEFAULT_ZONE_ID, cookies: ['Sid'] };
    declare({ [TYPE]: { renamed } }, importOf(DEFAULT_ZONE_ID, 'renamed'));
    expect(await refusal()).toContain('use a moved block (moveFromId of the construct) instead of an import');
  });

  test('one whose new zone has other fields is refused: these are imported to an address of their own', async () => {
    await applyFields({ cookies: ['Sid'] });
    service.emulator.control.saveRuleset(PROFESSIONAL_ZONE_ID, PHASE, { rules: [rule(cookies('Uid'))] });
    const moved = { zone_id: PROFESSIONAL_ZONE_ID, cookies: ['Sid', 'Uid'] };
    fields(moved, importOf(PROFESSIONAL_ZONE_ID));
    expect(await refusal()).toContain('after a change of zone_id, declare this zone in a resource');
    declare({ [TYPE]: { second: moved } }, importOf(PROFESSIONAL_ZONE_ID, 'second'));
    await workspace.applied();
    await rest();
    expect([parameters(), parameters(PROFESSIONAL_ZONE_ID)]).toEqual([[], [cookies('Uid', 'Sid')]]);
  });
});
