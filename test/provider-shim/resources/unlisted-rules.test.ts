import { unlisted } from '../../../provider-shim/resources/unlisted-rules';
import type { Rule } from '../../../provider-shim/api';

const LISTED = ['0242110ae62e44028a13bf4834780914', '75a0060762034a6cb663fd51a02344cb'];
const ruleset = {
  id: 'efb7b8c949ac4650a09736fc376e9aee',
  name: 'Managed',
  rules: LISTED.map(
    (id, index) => ({ id, description: `rule ${index}`, categories: ['wordpress'] }) as unknown as Rule,
  ),
};
const NAMED = `The managed ruleset Managed (${ruleset.id})`;
const ofAnother = (index: number): string => (0x8840_c3fa + index * 7_919).toString(16).repeat(4);
const nearly = LISTED.map((id) => id.replace('0', 'f'));
const many = Array.from({ length: 350 }, (_, index) => ofAnother(index));
const SENT = 'It lists 2 rules, which may be a sample: what is named is sent as it is.';

type Row = readonly [string, 'rule' | 'category', readonly string[], readonly string[], readonly string[]];

test.each<Row>([
  ['listed rules', 'rule', LISTED, [], []],
  [
    'a rule of the vendor',
    'rule',
    ['8840c3fa2c7947f6b10176ceb8f65558'],
    [],
    [
      `${NAMED} does not list the rule 8840c3fa2c7947f6b10176ceb8f65558; the service decides at apply. ${SENT}`,
    ],
  ],
  [
    'a typing error',
    'rule',
    nearly.slice(0, 1),
    [`${NAMED} has no rule ${nearly[0]}. Did you mean ${LISTED[0]} (rule 0)?`],
    [],
  ],
  [
    'several of both, each kind once',
    'rule',
    [...LISTED, ...nearly, ...many],
    [
      `${NAMED} has none of 2 rules that are named here. ` +
        nearly.map((id, index) => `  - ${id}: did you mean ${LISTED[index]} (rule ${index})?`).join('\n'),
    ],
    [
      `${NAMED} does not list 350 of the rules that are named here; the service decides at apply. ` +
        [...many.slice(0, 20), 'and 330 more'].map((id) => `  - ${id}\n`).join('') +
        SENT,
    ],
  ],
  [
    'categories',
    'category',
    ['wordpress', 'word-press', 'drupal'],
    [`${NAMED} has no category "word-press". Did you mean "wordpress"?`],
    [
      `${NAMED} does not list the category "drupal"; the service decides at apply. It lists the categories ` +
        '"wordpress", which may be a sample: what is named is sent as it is.',
    ],
  ],
  [
    'categories that are like others, and are others',
    'category',
    ['word-pres', 'wordpress-2', 'rfi'],
    [],
    [
      `${NAMED} does not list 3 of the categories that are named here; the service decides at apply. ` +
        '  - "word-pres"\n  - "wordpress-2"\n  - "rfi"\nIt lists the categories "wordpress", which may be a sample: ' +
        'what is named is sent as it is.',
    ],
  ],
])('%s', (_what, what, names, errors, warnings) => {
  const found = unlisted(ruleset, what, names, ['rules']);
  const said = (all: typeof found.errors): readonly string[] =>
    all.map(({ message, hint }) => `${message} ${hint}`);
  expect([said(found.errors), said(found.warnings)]).toEqual([errors, warnings]);
});
