import { DEFAULT_ZONE_ID, PROFESSIONAL_ZONE_ID } from '../../emulator';
import { createWorkspace, hcl, startService, type TestService, type Workspace } from '../support/workspace';

const PHASE = 'http_log_custom_fields';
const ADDRESS = 'zone_log_custom_fields.main';

let service: TestService;
let workspace: Workspace;

beforeAll(async () => {
  service = await startService();
  workspace = await createWorkspace({ env: service.env, files: { 'main.tf': fields({ cookies: ['Sid'] }) } });
  await workspace.ready();
});
afterAll(async () => {
  workspace.remove();
  await service.emulator.close();
});
beforeEach(() => {
  service.emulator.control.reset();
  for (const file of ['terraform.tfstate', 'terraform.tfstate.backup']) workspace.write(file, '');
  workspace.write('import.tf', '');
});

interface Fields {
  readonly zone_id?: string;
  readonly request_headers?: readonly string[];
  readonly response_headers?: readonly string[];
  readonly cookies?: readonly string[];
  readonly description?: string;
  readonly enabled?: boolean;
  readonly on_existing?: string;
}

function fields(given: Fields): string {
  const lines = Object.entries({ zone_id: DEFAULT_ZONE_ID, ...given }).map(
    ([name, value]) => `  ${name} = ${JSON.stringify(value)}`,
  );
  return hcl(`resource "zone_log_custom_fields" "main" {\n${lines.join('\n')}\n}`);
}

/** The zone's ruleset of the phase as the service holds it. */
function held(
  zoneId = DEFAULT_ZONE_ID,
): ReturnType<TestService['emulator']['control']['zones']>[0]['rulesets'][0] | undefined {
  const zone = service.emulator.control.zones().find(({ id }) => id === zoneId);
  return zone?.rulesets.find(({ phase, kind }) => phase === PHASE && kind === 'zone');
}

function parameters(zoneId?: string): unknown {
  return held(zoneId)?.rules.map(({ action_parameters }) => action_parameters);
}

function calls(): readonly string[] {
  return service.emulator.control
    .journal()
    .map(({ method, path }) => `${method} ${path.replace(/.*\/zones\/[0-9a-f]+/, '')}`);
}

async function rest(): Promise<void> {
  const plan = await workspace.plan();
  expect(plan).toMatchObject({ exitCode: 0 });
}

function byHand(rules: readonly object[]): void {
  service.emulator.control.saveRuleset(DEFAULT_ZONE_ID, PHASE, { rules });
}

const rule = (action_parameters: object, more: object = {}): object => ({
  action: 'log_custom_field',
  expression: 'true',
  action_parameters,
  ...more,
});

describe('the life of a zone’s custom log fields', () => {
  test('are made with three requests, refreshed with one, and then at rest', async () => {
    workspace.write(
      'main.tf',
      fields({ request_headers: ['x-b', 'x-a'], response_headers: ['server'], cookies: ['Sid'] }),
    );
    service.emulator.control.clearJournal();
    await workspace.applied();
    expect(calls()).toEqual([
      `GET /rulesets/phases/${PHASE}/entrypoint`,
      `GET /rulesets/phases/${PHASE}/entrypoint`,
      'GET /rulesets',
      'POST /rulesets',
      expect.stringMatching(/^PUT \/rulesets\/[0-9a-f]{32}$/),
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
      response_headers: ['server'],
      cookies: ['Sid'],
      description: '',
      enabled: true,
      on_existing: 'refuse',
      adopted: null,
      ruleset_id: held()?.id,
    });
  });

  test('change in place, keep the rule’s identity, and leave nothing behind when a list goes', async () => {
    await applyFields({ request_headers: ['x-a'], cookies: ['Sid'], description: 'one' });
    const before = held()?.rules[0];
    await applyFields({ request_headers: ['x-b', 'x-a'], description: 'two', enabled: false });
    expect(held()?.rules).toEqual([
      expect.objectContaining({
        id: before?.id,
        ref: before?.ref,
        description: 'two',
        enabled: false,
        action_parameters: { request_fields: [{ name: 'x-a' }, { name: 'x-b' }] },
      }),
    ]);
  });

  test('move to another zone by a replacement that empties the first', async () => {
    await applyFields({ cookies: ['Sid'] });
    workspace.write('main.tf', fields({ zone_id: PROFESSIONAL_ZONE_ID, cookies: ['Sid'] }));
    expect((await workspace.plan()).stdout).toContain('# forces replacement');
    await workspace.applied();
    await rest();
    expect(parameters(DEFAULT_ZONE_ID)).toEqual([]);
    expect(parameters(PROFESSIONAL_ZONE_ID)).toEqual([{ cookie_fields: [{ name: 'Sid' }] }]);
  });

  test('are made anew with -replace, without taking their own fields for somebody else’s', async () => {
    await applyFields({ cookies: ['Sid'] });
    workspace.write('main.tf', fields({ cookies: ['Uid'] }));
    await workspace.applied({ args: [`-replace=${ADDRESS}`] });
    await rest();
    expect(parameters()).toEqual([{ cookie_fields: [{ name: 'Uid' }] }]);
  });

  test('are destroyed by emptying the rule list; the rest of the zone stays', async () => {
    await applyFields({ cookies: ['Sid'] });
    const others = (): unknown =>
      service.emulator.control.zones().map(({ rulesets, ...zone }) => ({
        ...zone,
        rulesets: rulesets.filter(({ phase }) => phase !== PHASE),
      }));
    const before = others();
    expect((await workspace.destroy()).exitCode).toBe(0);
    expect(held()).toMatchObject({ rules: [] });
    expect(others()).toEqual(before);
  });

  test('are not declared by two resources: the plan tells, before one overwrites the other', async () => {
    const second = fields({ cookies: ['B'] })
      .replace(/^terraform \{[\s\S]*?^\}\n/m, '')
      .replace('"main"', '"second"');
    workspace.write('main.tf', `${fields({ cookies: ['A'] })}\n${second}`);
    const plan = await workspace.plan();
    expect(plan.exitCode).toBe(1);
    expect(plan.stderr.match(/declared by two resources of this\s+configuration/g)).toHaveLength(1);
    expect(held()).toBeUndefined();
  });

  test('are read by the data source zone_rulesets', async () => {
    workspace.write(
      'main.tf',
      `${fields({ cookies: ['Sid'] })}
data "zone_rulesets" "log" {
  zone_id = zone_log_custom_fields.main.zone_id
  phase   = "${PHASE}"
  depends_on = [zone_log_custom_fields.main]
}
output "found" { value = data.zone_rulesets.log.rulesets[*].id }`,
    );
    await workspace.applied();
    const { stdout } = await workspace.run(['output', '-json', 'found']);
    expect(JSON.parse(stdout)).toEqual([held()?.id]);
    await rest();
  });
});

async function applyFields(given: Fields): Promise<void> {
  workspace.write('main.tf', fields(given));
  await workspace.applied();
  await rest();
}

describe('what happens behind our back', () => {
  beforeEach(() => applyFields({ request_headers: ['x-a', 'x-b'], cookies: ['Sid'] }));

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

/** A configuration with one cookie whose name is known after apply only. */
function unknownName(more: string): string {
  return hcl(
    `resource "terraform_data" "later" {\n  input = "Uid"\n}\n
resource "zone_log_custom_fields" "main" {
  zone_id = "${DEFAULT_ZONE_ID}"
  cookies = [terraform_data.later.output]
  ${more}
}`,
  );
}

describe('what happens between plan and apply is not overwritten: what was planned is what is applied', () => {
  const theirs = { cookie_fields: [{ name: 'Sid' }, { name: 'Colleague' }] };
  beforeEach(() => applyFields({ cookies: ['Sid'] }));

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
      'changed since the plan was made: cookies Colleague, Sid.',
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
    expect(stderr).toContain('there are none any more');
    await workspace.applied();
    await rest();
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

describe('a zone that already has fields made by others', () => {
  const existing = { request_fields: [{ name: 'x-theirs' }], cookie_fields: [{ name: 'Sid' }] };
  beforeEach(() => byHand([rule(existing, { description: 'theirs' })]));

  test('is not overwritten: the plan refuses with an import block that works when pasted', async () => {
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

  test('is imported with an empty plan when the configuration says the same', async () => {
    workspace.write(
      'main.tf',
      fields({
        request_headers: ['x-theirs'],
        cookies: ['Sid'],
        description: 'theirs',
        on_existing: 'adopt',
      }),
    );
    const imported = await workspace.run(['import', '-no-color', ADDRESS, DEFAULT_ZONE_ID]);
    expect(imported.exitCode).toBe(0);
    await rest();
  });

  test('is not imported when it has nothing to import, and the text says what to do', async () => {
    byHand([]);
    workspace.write('main.tf', fields({ cookies: ['Sid'] }));
    workspace.write('import.tf', `import {\n  to = ${ADDRESS}\n  id = "${DEFAULT_ZONE_ID}"\n}\n`);
    const plan = await workspace.plan();
    expect(plan.exitCode).toBe(1);
    expect(plan.stderr).toContain('there is nothing to import');
    expect(plan.stderr).toContain('Remove the import block');
  });

  test('is taken over with on_existing = "adopt": the plan has the real before and after', async () => {
    workspace.write('main.tf', fields({ cookies: ['Sid', 'Uid'], on_existing: 'adopt' }));
    const plan = await workspace.plan({ out: 'adopt.tfplan' });
    expect(plan.stdout).toContain('will be taken over');
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
    expect(plan.stdout).toContain('If apply ends with "inconsistent final plan"');
    expect(parameters()).toEqual([{ cookie_fields: [{ name: 'Newer' }] }]);
  });

  test('is announced as taken over although a name is not known yet', async () => {
    workspace.write('main.tf', unknownName('on_existing = "adopt"'));
    const plan = await workspace.plan({ out: 'adopt.tfplan' });
    expect(plan.stdout).toContain('will be taken over');
    expect(plan.stdout).toMatch(/Before: request headers x-theirs; cookies Sid/);
    expect(plan.stdout).toMatch(/After: {2}known after apply/);
    expect((await workspace.apply({ planFile: 'adopt.tfplan' })).exitCode).toBe(0);
    await rest();
  });

  test('is refused at plan although a name is not known yet, since it cannot turn out to be the same', async () => {
    workspace.write('main.tf', unknownName(''));
    const plan = await workspace.plan();
    expect(plan.exitCode).toBe(1);
    expect(plan.stderr).toContain('already has custom log fields');
  });

  test('is not overwritten when they were made while ours were being made', async () => {
    byHand([]);
    service.emulator.control.deleteRuleset(DEFAULT_ZONE_ID, PHASE);
    service.emulator.control.clearJournal();
    workspace.write('main.tf', fields({ cookies: ['Uid'] }));
    service.emulator.control.faults.put([{ match: { method: 'POST' }, delayMs: 1500 }]);
    const applying = workspace.apply();
    while (!calls().includes('GET /rulesets')) await new Promise((resolve) => setTimeout(resolve, 20));
    byHand([rule(existing)]);
    const { exitCode, stderr } = await applying;
    service.emulator.control.faults.clear();
    expect(exitCode).toBe(1);
    expect(stderr).toContain('already has custom log fields');
    expect(calls().filter((call) => call.startsWith('PUT'))).toEqual([]);
    expect(parameters()).toEqual([existing]);
  });

  test('is not overwritten by a plan that was made before the fields were there', async () => {
    byHand([]);
    workspace.write('main.tf', fields({ cookies: ['Uid'] }));
    await workspace.plan({ out: 'create.tfplan' });
    byHand([rule(existing)]);
    const { exitCode, stderr } = await workspace.apply({ planFile: 'create.tfplan' });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('already has custom log fields');
    expect(parameters()).toEqual([existing]);
  });

  test('with exactly the fields that are configured is taken into the state, and the plan says so', async () => {
    workspace.write(
      'main.tf',
      fields({ request_headers: ['x-theirs'], cookies: ['Sid'], description: 'theirs' }),
    );
    expect((await workspace.plan()).stdout).toContain('already has exactly these custom log fields');
    service.emulator.control.clearJournal();
    await workspace.applied();
    await rest();
    expect(calls().filter((call) => !call.startsWith('GET'))).toEqual([]);
  });

  test('that has only an empty left-over ruleset is simply used', async () => {
    byHand([]);
    const left = held()?.id;
    await applyFields({ cookies: ['Sid'] });
    expect(held()?.id).toBe(left);
    expect(service.emulator.control.journal().filter(({ method }) => method === 'POST')).toEqual([]);
  });
});
