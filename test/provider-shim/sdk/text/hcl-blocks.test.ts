import { blocksOf } from '../../../../provider-shim/sdk/text';

/** The blocks of a text, as the engine finds them. */

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
  'an object with the name': 'input = { inner = { a = 1 } }\n',
};

/** A block as the engine accepts it. */
const SPELLINGS: Readonly<Record<string, string>> = {
  'as it is written': 'inner "label" {\n    a = "x"\n  }',
  'without quotation marks': 'inner label { a = "x" }',
  'without spaces': 'inner"label"{a = "x"}',
  'with a comment between': 'inner /* {\n" */ "label" /**/ { a = "x" }',
  'with a comment behind': 'inner "label" { # }\n a = "x"\n}',
};

const WHOLE = { path: ['resource', 't', 'n', 'inner', 'label'], body: expect.stringContaining('a = "x"') };

test.each(Object.entries(SPELLINGS))(
  'a block in a block is found, %s, whatever is before it',
  (_how, block) => {
    const found = Object.entries(BEFORE).flatMap(([before, hiding]) =>
      ['\n', '\r\n'].map((end) => {
        const text = `resource "t" n {\n${hiding}${block}\n}\n`.replace(/(?<!\r)\n/g, end);
        return { before, blocks: blocksOf(text) };
      }),
    );
    expect(found).toEqual(found.map(({ before }) => ({ before, blocks: [WHOLE, expect.anything()] })));
  },
);

test.each([
  '# inner "label" {\n',
  '/*\ninner "label" {\n*/\n',
  '# \u2028inner "label" {\n# \rinner "label" {\n',
  'input = "\\ninner \\"label\\" {"\n',
  'input = <<-E\n    inner "label" {\n    }\n  E\n',
  'input = {\n    inner = { a = 1 }\n  }\n',
  'input = [for inner in [1] : { inner = inner }]\n',
])('what only looks like a block is none: %j', (text) => {
  expect(blocksOf(`resource "t" "n" {\n  ${text}}\n`).map(({ path }) => path)).toEqual([
    ['resource', 't', 'n'],
  ]);
});
