import { appError, firstLine } from '../../cli/matrix/app-error';

const FRAMES =
  '    at Object.<anonymous> (/app/main.js:2:7)\n    at node:internal/main/run_main_module:28:49';

test.each<readonly [string, string, readonly string[]]>([
  [
    'an error that nobody caught',
    `/app/main.js:2\nthrow new Error(x);\n^\n\nError: Encountered Annotations with level "ERROR":\n[shop] no-cookies: sid\n${FRAMES}\n\nNode.js v20.20.2\n`,
    ['Error: Encountered Annotations with level "ERROR":', '[shop] no-cookies: sid'],
  ],
  [
    'an error with members',
    `InventoryError: The inventory has a mistake:\n- line 3\n${FRAMES} {\n  problems: [ 'line 3' ]\n}\n\nNode.js v20.20.2\n`,
    ['InventoryError: The inventory has a mistake:', '- line 3'],
  ],
  ['an error of the system', `node:fs:441\n${FRAMES}\nError [ERR_X]: no\n${FRAMES}\n`, ['Error [ERR_X]: no']],
  ['the last lines of other output', `${FRAMES}\nbroken\n\nNode.js v20.20.2\n`, ['broken']],
  ['nothing', '\n', []],
])('what ended an app is said without source and frames: %s', (_what, output, lines) =>
  expect(appError(output)).toEqual(lines),
);

test.each([
  [['Error: no', 'more'], 'Error: no'],
  [['Error: 2 mistakes:', '- one', '- two'], 'Error: 2 mistakes: - one'],
  [[], ''],
])('%j on one line', (lines, line) => expect(firstLine(lines)).toBe(line));
