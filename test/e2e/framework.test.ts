import { inLane } from '../support/lane';
import { createWorkspace, hcl, type Workspace } from '../support/workspace';

/** Resources that have nothing to do with zones, served with the framework to the real engine. */
describe('a resource with every kind of value', () => {
  let workspace: Workspace;

  const LONG = '1234567890123456789012345678901234567890.000000000000000000000000000001';

  const config = (label: string): string =>
    hcl(
      `resource "kinds_everything" "a" {
  text       = "cafe\\u0301 ${label}"
  flag       = false
  whole      = 9007199254740991
  number     = ${LONG}
  numbers    = [0.1, 2.5, -0, 9007199254740993, 12345678901234567890, 1e100, 1 / 3, 1e-30]
  number_set = [3, 1, 2.50, 18446744073709551616]
  texts      = ["b", "a", ""]
  table      = { "__proto__" = [true], "a b" = [], constructor = [false, null] }
  record     = { a = null, b = [1, 0.2] }
  single     = { name = "s" }
  list       = [{ name = "l1", size = 0.30 }, { name = "l2", label = "given" }]
  set        = [{ name = "e1" }, { name = "e2", size = 1e30 }]
  map        = { k = { name = "m", label = "${label}" } }
  secret     = "s3cret"
}

output "long" { value = tostring(kinds_everything.a.number) }
output "big" { value = [for n in kinds_everything.a.numbers : tostring(n)] }`,
      'kinds = { source = "test/kinds" }',
    );

  beforeAll(async () => {
    workspace = await createWorkspace({
      fixture: 'kinds',
      startedBy: inLane({ share: 'workspace', whole: 'engine' }),
    });
    workspace.write('main.tf', config('one'));
    await workspace.ready();
    await workspace.applied();
  });

  const output = async (name: string): Promise<unknown> =>
    JSON.parse((await workspace.run(['output', '-json', name])).stdout);

  test('makes the round trip, and then has an empty plan', async () => {
    expect((await workspace.plan()).exitCode).toBe(0);
  });

  test('keeps every digit of big and decimal numbers', async () => {
    expect(await output('long')).toBe(LONG);
    expect(await output('big')).toEqual([
      '0.1',
      '2.5',
      '0',
      '9007199254740993',
      '12345678901234567890',
      `1${'0'.repeat(100)}`,
      expect.stringMatching(/^0\.3{100,}/),
      `0.${'0'.repeat(29)}1`,
    ]);
  });

  test('keeps nested values, with defaults for missing members', async () => {
    const { numbers: _numbers, number: _number, ...rest } = await workspace.attributes('kinds_everything.a');
    expect(rest).toEqual({
      text: 'café one'.normalize('NFC'),
      flag: false,
      whole: 9007199254740991,
      number_set: [1, 2.5, 3, 18446744073709551616],
      texts: ['', 'a', 'b'],
      table: JSON.parse('{ "__proto__": [true], "a b": [], "constructor": [false, null] }'),
      record: { a: null, b: [0.2, 1] },
      single: { name: 's', size: null, label: 'none' },
      list: [
        { name: 'l1', size: 0.3, label: 'none' },
        { name: 'l2', size: null, label: 'given' },
      ],
      set: [
        { name: 'e1', size: null, label: 'none' },
        { name: 'e2', size: 1e30, label: 'none' },
      ],
      map: { k: { name: 'm', size: null, label: 'one' } },
      secret: 's3cret',
      changes: 1,
    });
  });

  test('changes in place, and shows no other change', async () => {
    workspace.write('main.tf', config('two'));
    const plan = await workspace.plan();
    expect(plan.stdout).toContain('0 to add, 1 to change, 0 to destroy');
    expect(plan.stdout).not.toContain('s3cret');
    await workspace.applied();
    expect((await workspace.attributes('kinds_everything.a'))['changes']).toBe(2);
    expect((await workspace.plan()).exitCode).toBe(0);
  });

  test('accepts a value that is known only after apply', async () => {
    workspace.write(
      'main.tf',
      hcl(
        `resource "terraform_data" "later" { input = "x" }
resource "kinds_everything" "b" {
  text   = "pre-\${terraform_data.later.output}"
  texts  = [terraform_data.later.output, "y"]
  number = length(terraform_data.later.output)
  list   = [{ name = terraform_data.later.id }]
}`,
        'kinds = { source = "test/kinds" }',
      ),
    );
    await workspace.applied();
    expect(await workspace.attributes('kinds_everything.b')).toMatchObject({
      text: 'pre-x',
      texts: ['x', 'y'],
      number: 1,
    });
    expect((await workspace.plan()).exitCode).toBe(0);
  });
});
