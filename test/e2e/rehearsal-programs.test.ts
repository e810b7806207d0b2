import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createEngine } from '../../cli/engine/run';
import { command } from '../cli/built-command';
import { blocksThatRun, marked } from '../cli/provisioners';
import { migratingZone } from './migrating-zones';
import { inLane } from '../support/lane';
import { createWorkspace, startService, type TestService, type Workspace } from '../support/workspace';

/** A rehearsal runs no program of the configuration, however it is spelled and wherever it stands: the engine runs each. */

/** Where programs leave a mark. */
let marks: string;
let service: TestService;
let workspace: Workspace;
let copy: string;

beforeAll(async () => {
  service = await startService({
    seed: { zones: [migratingZone('shop')], options: { model: 'today', rate_limit: 0 } },
  });
  workspace = await createWorkspace({ env: service.env, files: { 'main.tf': '' } });
  marks = join(workspace.cwd, 'marks');
  mkdirSync(marks);
  copy = join(workspace.cwd, 'copy.yaml');
  const { exitCode, stderr } = await command.run(['copy', '--all', '--out', copy], service.env);
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
});

const touch = (name: string): string => `touch ${join(marks, name)}`;

/** Each spelling, with a mark of its own. */
const NATIVE = Object.keys(blocksThatRun(''));

function nativeBlock(spelling: string, mark: string): string {
  return marked(blocksThatRun(touch(mark))[spelling] ?? '').text;
}

/** JSON with a provisioner in a resource, or in what is removed. */
const JSON_FORMS: Readonly<Record<string, (body: unknown) => string>> = {
  minified: (body) => JSON.stringify(body),
  'after a #': (body) => JSON.stringify({ '//': '# a', ...(body as object) }),
  'with an escape': (body) => JSON.stringify(body).replaceAll('"provisioner', '"\\u0070rovisioner'),
  'on lines': (body) => JSON.stringify(body, null, 2),
};

/** A stack whose files, which are in the order of the spellings, have one program each. */
interface Stack {
  readonly what: string;
  /** Before the program runs, for what is removed. */
  readonly before?: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
  readonly mark: string;
}

const inModule = (files: Readonly<Record<string, string>>): Readonly<Record<string, string>> => ({
  'main.tf': 'module "m" {\n  source = "./m"\n}\n',
  ...Object.fromEntries(Object.entries(files).map(([name, text]) => [join('m', name), text])),
});

const removed = (block: string): string =>
  `removed {\n  from = terraform_data.a\n  lifecycle {\n    destroy = true\n  }\n  ${block.replace('{', '{\n    when = destroy\n')}\n}\n`;

/** Every spelling, in a resource, in what is removed, and in a module, in native syntax and in JSON. */
function stacks(): readonly Stack[] {
  let marked = 0;
  const next = (): string => `mark-${(marked += 1)}`;
  const before = { 'main.tf': 'resource "terraform_data" "a" {}\n' };
  const native = NATIVE.flatMap((spelling): Stack[] => {
    const stack = (place: string, around: (block: string) => Partial<Stack>): Stack => {
      const mark = next();
      return { what: `${spelling}, in a ${place}`, mark, files: {}, ...around(nativeBlock(spelling, mark)) };
    };
    const resource = (block: string): string => `resource "terraform_data" "a" {\n  ${block}\n}\n`;
    const isOneLine = spelling === 'on one line';
    return [
      stack('resource', (block) => ({ files: { 'main.tf': resource(block) } })),
      stack('module', (block) => ({ files: inModule({ 'main.tf': resource(block) }) })),
      ...(isOneLine || spelling.startsWith('with a comment of')
        ? []
        : [stack('removed block', (block) => ({ before, files: { 'main.tf': removed(block) } }))]),
    ];
  });
  const json = Object.entries(JSON_FORMS).flatMap(([form, written]): Stack[] => {
    const stack = (place: string, around: (provisioner: object) => Partial<Stack>): Stack => {
      const mark = next();
      const provisioner = { 'local-exec': { command: touch(mark) } };
      return { what: `JSON ${form}, in a ${place}`, mark, files: {}, ...around(provisioner) };
    };
    const resource = (provisioner: object): string =>
      written({ resource: { terraform_data: { a: { provisioner } } } });
    return [
      stack('resource', (provisioner) => ({ files: { 'main.tf.json': resource(provisioner) } })),
      stack('module', (provisioner) => ({ files: inModule({ 'main.tf.json': resource(provisioner) }) })),
      stack('removed block', (provisioner) => ({
        before,
        files: {
          'main.tf.json': written({
            removed: {
              from: 'terraform_data.a',
              lifecycle: { destroy: true },
              provisioner: { 'local-exec': { when: 'destroy', ...Object.values(provisioner)[0] } },
            },
          }),
        },
      })),
    ];
  });
  return [...native, ...json];
}

function writeStack(folder: string, files: Readonly<Record<string, string>>): void {
  rmSync(join(folder, 'main.tf'), { force: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

test('what the engine runs, a rehearsal refuses before it starts one', async () => {
  const all = stacks();
  const tried = all.filter((_stack, index) => inLane({ share: index % 4 === 0, whole: true }));
  const told: unknown[] = [];
  for (const [index, { what, files, mark }] of tried.entries()) {
    const folder = join(workspace.cwd, `rehearsed-${index}`);
    writeStack(folder, files);
    const { exitCode, stdout, stderr } = await command.run(['rehearse', folder, '--on', copy], {
      NO_COLOR: '1',
      ZONEWRIGHT_TERRAFORM: workspace.binary,
    });
    const isRefused = exitCode === 1 && /has a provisioner in line \d+, which may run programs/.test(stderr);
    if (!isRefused || existsSync(join(marks, mark))) told.push({ what, exitCode, stdout, stderr });
  }
  expect(told).toEqual([]);
  expect(readdirSync(marks)).toEqual([]);

  // The other half: without a rehearsal, each of them runs.
  const created = tried.filter(({ before }) => before === undefined);
  for (const [index, { files }] of created.entries())
    writeStack(join(workspace.cwd, `applied-${index}`), files);
  const modules = created.map(
    (_stack, index) => `module "m${index}" {\n  source = "./applied-${index}"\n}\n`,
  );
  workspace.write('main.tf', modules.join(''));
  await workspace.run(['get']);
  await workspace.applied();
  // Of what is removed, the engine only runs those of the root module.
  for (const [index, { before = {}, files }] of tried.filter((stack) => stack.before).entries()) {
    const cwd = join(workspace.cwd, `removed-${index}`);
    const engine = createEngine({ binary: workspace.binary, cwd, env: process.env });
    for (const each of [before, files]) {
      writeStack(cwd, each);
      expect(await engine.apply()).toMatchObject({ exitCode: 0 });
    }
  }
  expect(readdirSync(marks).sort()).toEqual(tried.map(({ mark }) => mark).sort());
});
