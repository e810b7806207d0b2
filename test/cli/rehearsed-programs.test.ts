import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkPrograms } from '../../cli/rehearse/programs';
import { temporaryFolder } from './engine/fake-program';
import { blocksThatRun, marked } from './provisioners';

/** What of a configuration runs programs, as a rehearsal finds it: the engine runs each of these (test/e2e/rehearsal). */

const folder = temporaryFolder();
let stacks = 0;

/** A stack with these files. */
function stackOf(files: Readonly<Record<string, string | Buffer>>): string {
  const stack = join(folder, `stack-${(stacks += 1)}`);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(stack, name)), { recursive: true });
    writeFileSync(join(stack, name), content);
  }
  return stack;
}

/** What is said of a stack that is refused; undefined if it is not. */
function said(stack: string): string | undefined {
  try {
    checkPrograms(stack);
    return undefined;
  } catch (error) {
    return (error as { readonly problem: { readonly seen: readonly string[] } }).problem.seen[0];
  }
}

/** A block as the engine accepts it, after `@`. */
const SPELLINGS: Readonly<Record<string, string>> = {
  ...blocksThatRun('touch marker'),
  'of another kind': `@provisioner "remote-exec" {\n    inline = ["true"]\n  }`,
  'with a comment behind': `@provisioner "file" { # }\n    destination = "/tmp/x"\n  }`,
};

/** What is before a block, and might hide it. */
const BEFORE: Readonly<Record<string, string>> = {
  nothing: '',
  'a comment with a quotation mark': '# it\'s "\n// "\n/* " */\n',
  'a comment with a heredoc': '# <<E\n// <<-E\n/* <<E\n*/\n',
  'a comment that only seems to end': '/*/ */\n/* // */\n/***/\n',
  'a comment with another line separator': '# \u2028 "\n# \r "\n# \u0085\n',
  'a text with signs of comments': 'input = "# // /*"\n',
  'a text with a heredoc': 'input = "<<E"\n',
  'a text with escapes': 'input = "\\"\\\\"\n',
  'a text with escaped templates': 'input = "$${ %%{ $$${ $ % a$"\n',
  'a text in a text': 'input = "${ "${ "}" }" } %{ if "{" != "" }{%{ endif }"\n',
  'a text with a template of several lines': 'input = ["${\n  1}", { a = "b" }]\n',
  'a heredoc with anything': 'input = <<E\n" /* # { ${ "E" } $\n<<E\nEE\nE\n',
  'a heredoc with an indented end': 'input = <<E\n  a\n \tE \n',
  'a heredoc whose end has other white space': 'input = <<E\n\u0085\u00a0E\u3000\n',
  'a heredoc with carriage returns': 'input = <<-E\r\n "\r\n E\r\n',
  'a heredoc in a heredoc': 'input = <<E\n${ <<F\n"\nE\nF\n}E\nE\n',
  'a heredoc whose end is after a template on a line': 'input = <<E\n${1}E\n"\nE\n',
  'an object with the name': 'input = { provisioner = { a = 1 } }\n',
};

const IN: Readonly<Record<string, (block: string) => string>> = {
  resource: (block) => `resource "terraform_data" "a" {\n  ${block}\n}\n`,
  'resource of unquoted labels': (block) => `resource terraform_data a {\n${block}\n}`,
  removed: (block) => `removed {\n  from = terraform_data.b\n  ${block}\n}\n`,
};

describe('native syntax', () => {
  const rows = Object.entries(SPELLINGS).flatMap(([spelling, block]) =>
    Object.entries(BEFORE).flatMap(([before, hiding]) =>
      Object.entries(IN).map(
        ([parent, around]) => [spelling, before, parent, around(hiding + block)] as const,
      ),
    ),
  );
  test(`a provisioner is refused, with its line, in ${rows.length} forms`, () => {
    const wrong = rows.flatMap(([spelling, before, parent, source]) =>
      ['', '\uFEFF', '\r'].flatMap((form) => {
        const { text, line } = marked(
          form === '\r' ? source.replace(/(?<!\r)\n/g, '\r\n') : `${form}${source}`,
        );
        const found = said(stackOf({ 'main.tf': text }));
        const right = `main.tf has a provisioner in line ${line}, which may run programs`;
        return found === right ? [] : [{ spelling, before, parent, text, found, right }];
      }),
    );
    expect(wrong).toEqual([]);
  });

  test.each([
    'data "terraform_remote_state" "a" {\n  backend = "kubernetes"\n}',
    'data terraform_remote_state a { backend = "s3" }',
    'data "terraform_remote_state" "a" {\n  backend = var.backend\n}',
    'data "terraform_remote_state" "a" {\n  backend = "local" == "" ? "local" : "s3"\n}',
    'terraform {\n  encryption {\n    @key_provider "external" "a" {\n      command = ["touch"]\n    }\n  }\n}',
    'terraform {\n  encryption {\n    @method external a {}\n  }\n}',
  ])('what else runs programs is refused: %j', (source) => {
    const { text, line } = marked(source.includes('@') ? source : `\n@${source}`);
    expect(said(stackOf({ 'main.tf': text }))).toMatch(
      new RegExp(`^main\\.tf has an? .* in line ${line}, which may run programs$`),
    );
  });

  test.each([
    '# provisioner "local-exec" {\n',
    '// provisioner "local-exec" {\n',
    '/*\nprovisioner "local-exec" {\n*/\n',
    '# \u2028provisioner "local-exec" {\n# \rprovisioner "local-exec" {\n',
    'resource "terraform_data" "a" {\n  input = "provisioner"\n}\n',
    'resource "terraform_data" "a" {\n  input = "\\nprovisioner \\"local-exec\\" {"\n}\n',
    'resource "terraform_data" "a" {\n  input = <<-E\n    provisioner "local-exec" {\n    }\n  E\n}\n',
    'resource "terraform_data" "a" {\n  input = { provisioner = 1, "provisioner" : 2 }\n}\n',
    'resource "terraform_data" "a" {\n  input = {\n    provisioner = { a = 1 }\n  }\n}\n',
    'resource "terraform_data" "a" {\n  input = [for provisioner in [1] : { provisioner = provisioner }]\n}\n',
    'resource "terraform_data" "provisioner" {\n  input = var.provisioner\n}\nvariable "provisioner" {}\n',
    'resource terraform_data provisioner {\n}\nvariable provisioner {}\noutput provisioner {\n  value = 1\n}\n',
    'module "provisioner" {\n  source      = "./m"\n  provisioner = "a"\n}\nlocals {\n  provisioner = { a = 1 }\n}\n',
    'data "terraform_remote_state" "a" {\n  backend = "local" # or "s3"\n  config  = { path = "../a.tfstate" }\n}\n',
    'terraform {\n  backend "s3" {}\n}\nlocals {\n  backend = "s3"\n}\n',
    'terraform {\n  encryption {\n    key_provider "pbkdf2" "external" {}\n  }\n}\n',
  ])('what only contains the word is not refused: %j', (text) => {
    expect(said(stackOf({ 'main.tf': text, 'b.tf': text.replaceAll('\n', '\r\n') }))).toBeUndefined();
  });
});

describe('JSON syntax', () => {
  const EXEC = { 'local-exec': { command: 'touch marker' } };
  const stringified = JSON.stringify;
  const resource = (body: unknown): unknown => ({ resource: { terraform_data: { a: body } } });

  test.each<readonly [string, string, number]>([
    ['minified', stringified(resource({ provisioner: EXEC })), 1],
    ['after a #', stringified({ '//': '# a', ...(resource({ provisioner: EXEC }) as object) }), 1],
    ['on lines', stringified(resource({ input: 1, provisioner: EXEC }), null, 2), 6],
    ['with an escape', stringified(resource({ provisioner: EXEC })).replace('"pro', '"\\u0070ro'), 1],
    ['with another escape', stringified(resource({ provisioner: EXEC })).replace('"pro', '"pr\\u006F'), 1],
    ['in lists', stringified([{ resource: [{ terraform_data: [{ a: [{ provisioner: [EXEC] }] }] }] }]), 1],
    ['without its kind', stringified(resource({ provisioner: [] })), 1],
    ['in removed', stringified({ removed: [{ from: 'a.b', provisioner: EXEC }] }), 1],
    ['in one removed', stringified({ removed: { from: 'a.b', provisioner: EXEC } }), 1],
    [
      'in the first of two resources',
      `{"resource":{"terraform_data":{"a":\n{"provisioner":{}}}},"resource":{"terraform_data":{"b":{}}}}`,
      2,
    ],
    ['twice', '{"removed":{"provisioner":{},\n"provisioner":[]}}', 1],
    [
      'after a text with brackets',
      stringified({ locals: { a: '}}}]"\\' }, removed: { provisioner: {} } }),
      1,
    ],
  ])('a provisioner is refused, with its line: %s', (_what, text, line) => {
    const [found, other] = ['main.tf.json', 'a_override.tofu.json'].map((name) =>
      said(stackOf({ [name]: text })),
    );
    const place = text.includes('"pr\\u006F') ? text.replace('"pr\\u006F', '"pro') : text;
    expect(place).toContain('{');
    expect(found).toBe(`main.tf.json has a provisioner in line ${line}, which may run programs`);
    expect(other).toBe(`a_override.tofu.json has a provisioner in line ${line}, which may run programs`);
  });

  test.each([
    ['a state elsewhere', { data: { terraform_remote_state: { a: { backend: 's3' } } } }],
    [
      'a backend that is computed',
      { data: { terraform_remote_state: [{ a: [{ backend: '${"local"}' }] }] } },
    ],
    ['a key provider', { terraform: { encryption: { key_provider: { external: { a: {} } } } } }],
    ['a method', { terraform: [{ encryption: [{ method: [{ external: {} }] }] }] }],
  ])('what else runs programs is refused: %s', (_what, document) => {
    expect(said(stackOf({ 'main.tf.json': stringified(document) }))).toMatch(
      / in line 1, which may run programs$/,
    );
  });

  test.each([
    resource({ input: 'provisioner "local-exec" {' }),
    resource({ input: { provisioner: EXEC } }),
    resource({ '//': { provisioner: EXEC } }),
    { '//': '"provisioner": {', locals: { provisioner: EXEC } },
    { resource: { terraform_data: { provisioner: { input: 1 } } } },
    { variable: { provisioner: { type: 'string' } }, output: { provisioner: { value: 1 } } },
    { module: { provisioner: { source: './m', provisioner: 'a' } } },
    { data: { terraform_remote_state: { a: { backend: 'local', config: { path: 'backend' } } } } },
    { terraform: { backend: { s3: {} }, encryption: { key_provider: { pbkdf2: { external: {} } } } } },
  ])('what only contains the word is not refused: %j', (document) => {
    const [text, lines] = [stringified(document), stringified([document], null, 2)];
    expect(said(stackOf({ 'main.tf.json': text, 'a.tf.json': lines }))).toBeUndefined();
  });
});

test.each<readonly [string, string, string | Buffer]>([
  ['a text without an end', 'main.tf', 'locals {\n  a = "\n}\n'],
  ['a text over two lines', 'main.tf', 'locals {\n  a = "b\n"\n}\n'],
  ['a comment without an end', 'main.tf', '/* provisioner'],
  ['a heredoc without an end', 'main.tf', 'locals {\n  a = <<E\n}\nE2\n'],
  ['a heredoc whose end has a byte order mark', 'main.tf', 'locals {\n  a = <<E\n\uFEFFE\n}\n'],
  ['a template without an end', 'main.tf', 'locals {\n  a = "${"\n}\n'],
  ['an escape in a label', 'main.tf', 'data "terraform_remote\\u005fstate" "a" {\n  backend = "local"\n}\n'],
  ['other bytes than UTF-8', 'main.tf', Buffer.from('# \xff\n', 'latin1')],
  ['other bytes than UTF-8, in JSON', 'main.tf.json', Buffer.from('{"//":"\xff"}', 'latin1')],
  ['JSON that is none', 'main.tf.json', '{"resource":{},}'],
  ['JSON with a byte order mark', 'main.tf.json', '\uFEFF{}'],
])('what cannot be told is refused: %s', (_what, name, content) => {
  expect(said(stackOf({ [name]: content }))).toMatch(new RegExp(`^${name} cannot be read: .`));
});

describe('files', () => {
  const provisioner = 'resource "terraform_data" "a" {\n  provisioner "local-exec" {\n  }\n}\n';
  const refused = (file: string): string => `${file} has a provisioner in line 2, which may run programs`;

  test.each(['main.tf', 'override.tf', 'a_override.tf', 'main.tofu', '#a.tf', '~.tf', 'a\nb.tf'])(
    'the engine reads %j',
    (name) => expect(said(stackOf({ [name]: provisioner }))).toBe(refused(name)),
  );

  test.each([
    '.main.tf',
    '.#main.tf',
    'main.tf~',
    '#main.tf#',
    'main.tftest.hcl',
    'main.TF',
    'a.tfvars',
    'm/main.tf',
  ])('the engine does not read %j', (name) => expect(said(stackOf({ [name]: provisioner }))).toBeUndefined());

  test('modules count wherever they are installed, also by an absolute path, and those that are not do not', () => {
    const elsewhere = stackOf({ 'main.tf': provisioner });
    for (const module of [
      'm',
      'm/n',
      '../m',
      '.terraform/modules/vpc',
      '.terraform/modules/a/modules/b',
      elsewhere,
    ]) {
      const modules = { Modules: [{ Dir: '.' }, { Dir: 'empty' }, { Dir: module }] };
      const files = module === elsewhere ? {} : { [`${module}/main.tf`]: provisioner };
      const stack = stackOf({
        'main.tf': '',
        '.terraform/modules/modules.json': JSON.stringify(modules),
        ...files,
      });
      expect(said(stack)).toBe(refused(join(module, 'main.tf')));
    }
    expect(said(stackOf({ 'main.tf': '', 'unused/main.tf': provisioner }))).toBeUndefined();
  });

  test('a link counts as what it leads to, and one that leads nowhere cannot be told', () => {
    const stack = stackOf({ 'main.tf': '', 'elsewhere/a.txt': provisioner });
    symlinkSync('elsewhere/a.txt', join(stack, 'linked.tf'));
    expect(said(stack)).toBe(refused('linked.tf'));
    const dangling = stackOf({ 'main.tf': '' });
    symlinkSync('nowhere', join(dangling, 'linked.tf'));
    expect(said(dangling)).toMatch(/^linked\.tf cannot be read: /);
  });
});
