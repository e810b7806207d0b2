import { linesThatBegin, planBody } from '../../../cli/demo/engine-output';

const CHANGE = `zone_log_custom_fields.fields: Refreshing state...

Terraform used the selected providers to generate the following execution
plan. Resource actions are indicated with the following symbols:
  ~ update in-place

Terraform will perform the following actions:

  # zone_log_custom_fields.fields will be updated in-place
  ~ resource "zone_log_custom_fields" "fields" {
      ~ cookies = [
          - "a",
        ]
    }

Plan: 0 to add, 1 to change, 0 to destroy.

Saved the plan to: demo.tfplan
`;

describe('the essential lines of a plan', () => {
  test.each<readonly [string, string, readonly string[]]>([
    [
      'go from the first change to the summary',
      CHANGE,
      [
        '# zone_log_custom_fields.fields will be updated in-place',
        '~ resource "zone_log_custom_fields" "fields" {',
        '    ~ cookies = [',
        '        - "a",',
        '      ]',
        '  }',
        'Plan: 0 to add, 1 to change, 0 to destroy.',
      ],
    ],
    [
      'are one when there is no change',
      '\nNo changes. Your infrastructure matches the configuration.\n\nTerraform has compared…\n',
      ['No changes. Your infrastructure matches the configuration.'],
    ],
    ['are none in an error', 'Error: no\n', []],
    ['are none in nothing', '', []],
    ['are none without a summary', '  # a will be created\n', []],
  ])('%s', (_name, output, expected) => {
    expect(planBody(output)).toEqual(expected);
  });
});

test('lines are selected by their beginning', () => {
  expect(linesThatBegin('a: 1\n  b: 2\nc: a\n', 'a:', 'b')).toEqual(['a: 1', 'b: 2']);
});
