import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_ZONE_ID, PROFESSIONAL_ZONE_ID } from '../../emulator';
import { inLane } from '../support/lane';
import { beginAnew, calls, flat, service, useWorkspace, workspace } from './one-service';
import { hcl } from '../support/workspace';

/** The custom log fields of a zone: what the table of life cycles (`lifecycle/fields.ts`) does not hold. */

const PHASE = 'http_log_custom_fields';
const ADDRESS = 'zone_log_custom_fields.main';
const REPLACE = [`-replace=${ADDRESS}`];
const SID = [{ cookie_fields: [{ name: 'Sid' }] }];
const UID = [{ cookie_fields: [{ name: 'Uid' }] }];

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
beforeEach(() => beginAnew('import.tf'));
afterEach(() => service.emulator.control.faults.clear());

interface Fields {
  readonly zone_id?: string;
  readonly request_headers?: readonly string[];
  readonly response_headers?: readonly string[];
  readonly raw_response_headers?: readonly string[];
  readonly preserve_duplicates?: readonly string[];
  readonly cookies?: readonly string[];
  readonly description?: string;
  readonly enabled?: boolean;
}

function resource(name: string, given: Fields, more = ''): string {
  const lines = Object.entries({ zone_id: DEFAULT_ZONE_ID, ...given }).map(
    ([attribute, value]) => `  ${attribute} = ${JSON.stringify(value)}`,
  );
  return `resource "zone_log_custom_fields" "${name}" {\n${lines.join('\n')}\n${more}\n}\n`;
}

function fields(given: Fields, more = ''): string {
  return hcl(resource('main', given, more));
}

const lifecycle = (setting: string): string => `  lifecycle {\n    ${setting}\n  }`;
const importBlock = (id: string): string => `import {\n  to = ${ADDRESS}\n  id = "${id}"\n}\n`;

/** A block that an error prints. */
const blockIn = (text: string, block: RegExp): string => block.exec(text.replace(/^[│|] ?/gm, ''))?.[0] ?? '';

const rule = (action_parameters: object, more: object = {}): object => ({
  ...{ action: 'log_custom_field', expression: 'true', action_parameters },
  ...more,
});
const cookies = (...names: readonly string[]): object => ({ cookie_fields: names.map((name) => ({ name })) });

function byHand(rules: readonly object[]): void {
  service.emulator.control.saveRuleset(DEFAULT_ZONE_ID, PHASE, { rules });
}

/** The zone's ruleset of the phase as the service holds it. */
function held(zoneId = DEFAULT_ZONE_ID) {
  const zone = service.emulator.control.zones().find(({ id }) => id === zoneId);
  return zone?.rulesets.find(({ phase, kind }) => phase === PHASE && kind === 'zone');
}

const parameters = (zoneId?: string): unknown =>
  held(zoneId)?.rules.map(({ action_parameters }) => action_parameters);

async function rest(): Promise<void> {
  expect(await workspace.plan()).toMatchObject({ exitCode: 0 });
}

async function applyFields(given: Fields): Promise<void> {
  workspace.write('main.tf', fields(given));
  await workspace.applied();
  await rest();
}

/** What a plan is refused with. */
async function refusal(args: readonly string[] = []): Promise<string> {
  const { exitCode, stderr } = await workspace.plan({ args });
  expect(exitCode).toBe(1);
  return stderr;
}

describe('the custom log fields of a zone', () => {
  test('are created with one write after two reads, refreshed with one read, and then have an empty plan', async () => {
    workspace.write(
      'main.tf',
      fields({ request_headers: ['x-b', 'x-a'], response_headers: ['server'], cookies: ['Sid'] }),
    );
    service.emulator.control.clearJournal();
    await workspace.applied();
    expect(calls()).toEqual([
      `GET /rulesets/phases/${PHASE}/entrypoint`,
      `GET /rulesets/phases/${PHASE}/entrypoint`,
      'POST /rulesets',
    ]);
    expect(parameters()).toEqual([
      {
        request_fields: [{ name: 'x-a' }, { name: 'x-b' }],
        response_fields: [{ name: 'server' }],
        cookie_fields: [{ name: 'Sid' }],
      },
    ]);
    service.emulator.control.clearJournal();
    await rest();
    expect(calls()).toEqual([`GET /rulesets/phases/${PHASE}/entrypoint`]);
    expect(await workspace.attributes(ADDRESS)).toEqual({
      zone_id: DEFAULT_ZONE_ID,
      request_headers: ['x-a', 'x-b'],
      transformed_request_headers: [],
      response_headers: ['server'],
      raw_response_headers: [],
      cookies: ['Sid'],
      preserve_duplicates: [],
      description: '',
      enabled: true,
      kept_settings: null,
      ruleset_id: held()?.id,
    });
  });

  test.each([
    [
      'than the service allows, over all three lists',
      [
        'There are 41 custom fields (request_headers 20, response_headers 20, cookies 1)',
        'at most 40',
        'Remove 1.',
      ],
      { request_headers: numbered(20), response_headers: numbered(20), cookies: ['c'] },
      '',
    ],
    ['than the provider is told to allow', ['at most 1'], { cookies: ['a', 'b'] }, 'max_custom_fields = 1'],
  ])('may not be more %s', async (_what, says, given, provider) => {
    workspace.write('main.tf', `${fields(given)}\nprovider "zone" {\n  ${provider}\n}\n`);
    const said = flat(await refusal());
    for (const text of says) expect(said).toContain(text);
  });

  test.each<readonly [string, Fields]>([
    ['raw_response_headers', { raw_response_headers: ['x-raw'] }],
    ['preserve_duplicates', { response_headers: ['x-a'], preserve_duplicates: ['x-a'] }],
  ])('are refused on %s by a service that does not have it', async (attribute, given) => {
    for (const setting of ['', 'proof = "on"']) {
      workspace.write('main.tf', `${fields(given)}\nprovider "zone" {\n  ${setting}\n}\n`);
      const { exitCode, stderr } = await workspace.apply();
      expect([exitCode, flat(stderr)]).toEqual([
        1,
        expect.stringMatching(new RegExp(`there is no such member.* ${attribute} = \\[`)),
      ]);
    }
    expect(held()).toBeUndefined();
  });

  test('may not be in two forms because ignore_changes keeps one of them', async () => {
    await applyFields({ cookies: ['Sid'], response_headers: ['x'] });
    const given = { cookies: ['Sid'], raw_response_headers: ['x'] };
    workspace.write('main.tf', fields(given, lifecycle('ignore_changes = [response_headers]')));
    expect(flat(await refusal())).toContain('"x" is in raw_response_headers and in response_headers.');
  });

  test('may not be none because ignore_changes drops the declared ones', async () => {
    await applyFields({ request_headers: ['x'] });
    workspace.write('main.tf', fields({ cookies: ['b'] }, lifecycle('ignore_changes = [cookies]')));
    expect(await refusal()).toContain('There are no custom fields');
  });
});

function numbered(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `x-${index}`);
}

describe('a zone that already has fields made by others', () => {
  const existing = { request_fields: [{ name: 'x-theirs' }], cookie_fields: [{ name: 'Sid' }] };
  const BEFORE_IT = 'which the zone had before this resource';
  beforeEach(() => byHand([rule(existing, { description: 'theirs' })]));

  test('is not overwritten: the plan fails with an import block that works as printed', async () => {
    workspace.write('main.tf', fields({ cookies: ['Sid'] }));
    const refused = await refusal();
    expect(refused).toContain('already has custom log fields: request headers x-theirs; cookies Sid');
    expect(parameters()).toEqual([existing]);

    workspace.write('import.tf', blockIn(refused, /^import \{[\s\S]*?^\}/m));
    const plan = await workspace.plan();
    expect(plan.stdout).toContain('1 to import, 0 to add, 1 to change, 0 to destroy');
    expect(plan.stdout).toContain('- "x-theirs"');
    await workspace.applied();
    await rest();
    expect(parameters()).toEqual(SID);
    expect(flat((await workspace.plan({ destroy: true })).stdout)).toContain(BEFORE_IT);
    workspace.write('import.tf', '');
    await workspace.applied({ args: REPLACE });
    expect(flat((await workspace.plan({ destroy: true })).stdout)).not.toContain(BEFORE_IT);
  });

  test('is not imported by the id of another ruleset, and the error names the right one', async () => {
    workspace.write('main.tf', fields({ cookies: ['Sid'] }));
    const other = '0e5c3a8fd6c04b5c8cf8a1a26f2c5a77';
    workspace.write('import.tf', importBlock(`${DEFAULT_ZONE_ID}/${other}`));
    expect(flat(await refusal())).toMatch(
      new RegExp(
        `Ruleset ${other} does not hold the custom log fields of zone .*: ruleset [0-9a-f]{32} does`,
      ),
    );
  });

  test('is imported from several rules: apply replaces the enabled ones with one, and keeps a disabled one', async () => {
    const paused = cookies('paused');
    byHand([rule(existing), rule(paused, { enabled: false, description: 'team X' })]);
    workspace.write('main.tf', fields({ cookies: ['Uid'] }));
    workspace.write('import.tf', importBlock(DEFAULT_ZONE_ID));
    await workspace.applied();
    await rest();
    expect(parameters()).toEqual([...UID, paused]);
    await workspace.destroy();
    expect(parameters()).toEqual([paused]);
  });

  /** A configuration of which one value is known only after apply. */
  const later = (value: string, attributes: string, more = ''): string =>
    hcl(`resource "terraform_data" "later" {\n  input = "${value}"\n}
resource "zone_log_custom_fields" "main" {\n${attributes}\n}\n${more}`);
  const ZONE = `zone_id = "${DEFAULT_ZONE_ID}"`;
  const COOKIES = 'cookies = ["Sid"]';
  const PROVIDER = 'provider "zone" {\n  base_url = terraform_data.later.output\n}';

  test.each<readonly [string, () => string]>([
    [
      'the configuration of the provider',
      () => later(service.emulator.baseUrl, `${ZONE}\n${COOKIES}`, PROVIDER),
    ],
    ['the zone', () => later(DEFAULT_ZONE_ID, `zone_id = terraform_data.later.output\n${COOKIES}`)],
  ])('is refused at apply where %s is known only then', async (_what, config) => {
    workspace.write('main.tf', config());
    expect(await workspace.plan()).toMatchObject({ exitCode: 2 });
    expect((await workspace.apply()).stderr).toContain('already has custom log fields');
    expect(parameters()).toEqual([existing]);
  });

  test('is refused at plan where a name is known only after apply', async () => {
    workspace.write('main.tf', later('Sid', `${ZONE}\ncookies = [terraform_data.later.output]`));
    expect(await refusal()).toContain('already has custom log fields');
  });
});

describe('what others do to the fields of an object', () => {
  beforeEach(() => applyFields({ cookies: ['Sid'] }));

  test('a second rule shows in the plan, and the next change joins both', async () => {
    byHand([rule(cookies('Sid')), rule(cookies('Other'))]);
    const plan = await workspace.plan();
    expect(plan.stdout).toContain('- "Other"');
    expect(plan.stdout).toContain('are in 2 rules');
    await workspace.applied();
    await rest();
    expect(held()?.rules).toHaveLength(1);
  });

  test('a ruleset that was deleted is made again', async () => {
    service.emulator.control.deleteRuleset(DEFAULT_ZONE_ID, PHASE);
    const plan = await workspace.plan();
    expect(plan.stdout).toContain('1 to add, 0 to change, 0 to destroy');
    expect(plan.stdout).toContain('Deleted outside since the last apply: the custom log fields of zone');
    await workspace.applied();
    await rest();
    expect(parameters()).toEqual(SID);
  });

  test('a rule of theirs in the place of ours is replaced by ours, with our mark, at the next change', async () => {
    byHand([rule(cookies('Hand'))]);
    await workspace.applied();
    await rest();
    await workspace.destroy();
    expect(parameters()).toEqual([]);
  });

  test.each([
    ['a rule', true],
    ['a disabled rule', false],
  ])('a replacement beside %s of theirs is refused at plan', async (_what, enabled) => {
    byHand([...(held()?.rules ?? []), rule(cookies('Other'), { enabled })]);
    expect(flat(await refusal(REPLACE))).toContain('cannot be replaced');
  });

  test('an overwritten version that the service does not return is told of', async () => {
    workspace.write('main.tf', fields({ cookies: ['Uid'] }));
    meanwhile = () =>
      void service.emulator.control.editRuleset(DEFAULT_ZONE_ID, PHASE, ({ rules: [first] }) => {
        if (first) first.action_parameters = { ...cookies('Theirs') };
      });
    service.emulator.control.faults.put([
      { match: { method: 'PATCH' }, nth: 1, delayMs: 1 },
      { match: { operation: 'rulesets.versions.get' }, effect: { kind: 'answer', status: 404 } },
    ]);
    const { exitCode, stdout } = await workspace.apply();
    expect(exitCode).toBe(0);
    expect(flat(stdout)).toContain('Theirs: not known, because the service does not return that version');
    await rest();
  });

  test('what is overwritten in a ruleset that was empty is named', async () => {
    await workspace.destroy();
    workspace.write('main.tf', fields({ cookies: ['Uid'] }));
    meanwhile = () => byHand([rule(cookies('Theirs'))]);
    service.emulator.control.faults.put([{ match: { method: 'PUT' }, nth: 1, delayMs: 1 }]);
    const { exitCode, stdout } = await workspace.apply();
    expect(exitCode).toBe(0);
    expect(flat(stdout)).toContain('Before both: no fields Theirs: cookies Theirs Now: cookies Uid');
    await rest();
  });
});

/** A state without what the provider keeps of its own. */
test.each([
  ['is destroyed together with the fields in its state', {}, []],
  ['keeps fields that another object has written since', { ref: 'zonewright-0' }, SID],
])('an object without a mark %s', async (_what, more, left) => {
  await applyFields({ cookies: ['Sid'] });
  const state = JSON.parse(workspace.read('terraform.tfstate')) as {
    resources: { instances: { private?: string }[] }[];
  };
  for (const instance of state.resources.flatMap(({ instances }) => instances)) {
    delete instance.private;
  }
  workspace.write('terraform.tfstate', JSON.stringify(state));
  byHand([rule(cookies('Sid'), more)]);
  await rest();
  expect((await workspace.destroy()).exitCode).toBe(0);
  expect(parameters()).toEqual(left);
});

describe('objects that follow each other', () => {
  const second = 'zone_log_custom_fields.second';
  const renamed = (): string => fields({ cookies: ['Sid'] }).replace('"main"', '"renamed"');

  test('an old object whose dependent failed keeps the fields of the new one when it is destroyed', async () => {
    const config = (name: string, command: string): string =>
      `${fields({ cookies: [name] }, lifecycle('create_before_destroy = true'))}
resource "terraform_data" "after" {
  lifecycle {
    replace_triggered_by = [${ADDRESS}]
  }
  provisioner "local-exec" {
    command = "${command}"
  }
}`;
    workspace.write('main.tf', config('Uid', 'true'));
    await workspace.applied();
    workspace.write('main.tf', config('Uid', 'exit 1'));
    expect((await workspace.apply({ args: REPLACE })).exitCode).toBe(1);
    expect(parameters()).toEqual(UID);
    workspace.write('main.tf', config('Uid', 'true'));
    const { exitCode, stdout } = await workspace.apply();
    expect(exitCode).toBe(0);
    // Terraform 1.16 creates the dependent first as well, and leaves an old one of it to the next apply.
    expect(stdout).toMatch(/1 to add, 0 to change, [23] to destroy/);
    expect(flat(stdout)).toContain('stay: this resource did not write their rule');
    expect(parameters()).toEqual(UID);
    await workspace.applied();
    await rest();
  });

  test('create_before_destroy with another list is refused: what the error says converges', async () => {
    const config = (given: Fields): string => fields(given, lifecycle('create_before_destroy = true'));
    workspace.write('main.tf', config({ cookies: ['Sid'] }));
    await workspace.applied();
    workspace.write('main.tf', config({ cookies: ['Uid'] }));
    const refused = await workspace.apply({ args: REPLACE });
    expect(refused.exitCode).toBe(1);
    expect(flat(refused.stderr)).toContain(
      'with create_before_destroy, old and new share the fields of the zone: declare the former ones again and apply',
    );
    expect(parameters()).toEqual(SID);
    workspace.write('main.tf', config({ cookies: ['Sid'] }));
    await workspace.applied();
    workspace.write('main.tf', config({ cookies: ['Uid'] }));
    await workspace.applied();
    expect(parameters()).toEqual(UID);
    await rest();
  });

  test.each([
    ['that was imported', second, 'main'],
    ['that made it', ADDRESS, 'second'],
  ])('of two of one zone, the one %s cannot be destroyed, but forgotten', async (_which, gone, kept) => {
    await applyFields({ cookies: ['Sid'] });
    workspace.write('main.tf', `${fields({ cookies: ['Sid'] })}${resource('second', { cookies: ['Sid'] })}`);
    const imported = await workspace.run(['import', '-no-color', second, DEFAULT_ZONE_ID]);
    expect(imported).toMatchObject({ exitCode: 0 });
    workspace.write('main.tf', hcl(resource(kept, { cookies: ['Sid'] })));
    const refused = await refusal();
    expect(flat(refused)).toContain('are in the state twice, and this plan destroys one of the two');
    expect(parameters()).toEqual(SID);

    const block = blockIn(refused, /removed \{[\s\S]*?\n {2}\}/);
    workspace.write('import.tf', block.replace('zone_log_custom_fields.NAME', gone));
    await workspace.applied();
    await rest();
    expect(parameters()).toEqual(SID);
  });

  test('an import instead of a moved block is refused, and the error names the block', async () => {
    await applyFields({ cookies: ['Sid'] });
    workspace.write('main.tf', renamed());
    workspace.write('import.tf', importBlock(DEFAULT_ZONE_ID).replace('.main', '.renamed'));
    expect(flat(await refusal())).toContain(
      'use a moved block (moveFromId of the construct) instead of an import',
    );
  });

  test('one whose new zone has other fields is refused: these are imported to an address of their own', async () => {
    await applyFields({ cookies: ['Sid'] });
    service.emulator.control.saveRuleset(PROFESSIONAL_ZONE_ID, PHASE, { rules: [rule(cookies('Uid'))] });
    const moved = { zone_id: PROFESSIONAL_ZONE_ID, cookies: ['Sid', 'Uid'] };
    workspace.write('main.tf', fields(moved));
    workspace.write('import.tf', importBlock(PROFESSIONAL_ZONE_ID));
    expect(flat(await refusal())).toContain('after a change of zone_id, declare this zone in a resource');
    workspace.write('main.tf', hcl(resource('second', moved)));
    workspace.write('import.tf', importBlock(PROFESSIONAL_ZONE_ID).replace('.main', '.second'));
    await workspace.applied();
    await rest();
    expect([parameters(), parameters(PROFESSIONAL_ZONE_ID)]).toEqual([[], [cookies('Uid', 'Sid')]]);
  });
});
