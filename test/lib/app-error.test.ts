import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './fake-provider';

const DIST = join(__dirname, '..', '..', 'dist');
const MODULES = join(__dirname, '..', '..', 'node_modules');
const folder = temporaryFolder();

/** Runs an app as its author does, with this package's build. The app begins in the line 3 of `app.js`. */
function run(
  body: readonly string[],
  { cdk = 'cdktf', lib = 'lib', env = {} }: { cdk?: string; lib?: string; env?: NodeJS.ProcessEnv } = {},
): { readonly status: number | null; readonly stderr: string } {
  const program = [
    `const { App, TerraformStack } = require('${join(MODULES, cdk)}');`,
    `const { LogCustomFields, ZoneProvider } = require('${join(DIST, lib)}');`,
    ...body,
  ];
  writeFileSync(join(folder, 'app.js'), program.join('\n'));
  const { status, stderr } = spawnSync(process.execPath, ['app.js'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...env },
    encoding: 'utf8',
  });
  return { status, stderr };
}

const WRONG = [
  'const app = new App();',
  "const stack = new TerraformStack(app, 'shop');",
  "new ZoneProvider(stack, 'zone');",
  "const zoneId = '023e105f4ecef8ad9ca31a8372d0c353';",
  "const fields = new LogCustomFields(stack, 'fields', { zoneId, requestHeaders: ['X-Id'] });",
  "fields.addCookie('a b');",
  'app.synth();',
];
const SHOWN = [
  'error: The stack shop cannot be synthesized:',
  '  [shop/fields] requestHeaders[0]: The header name "X-Id" is not in lower case. The service accepts header names only in lower case, without spaces. Write "x-id". (created at app.js:7)',
  '  [shop/fields] cookies[0]: "a b" is not a cookie name. A cookie name is printable ASCII without spaces and without " = ; , and \\. Give only the name, without its value. (created at app.js:7)',
  '  at app.js:9',
  '',
].join('\n');

test.each([
  ['cdktf', 'lib'],
  ['cdktn', 'cdktn'],
])('mistakes of an app with %s are shown with their places, once, and without frames', (cdk, lib) => {
  expect(run(WRONG, { cdk, lib })).toEqual({ status: 1, stderr: SHOWN });
});

test('an app that waits shows the same', () => {
  const waits = ['(async () => {', 'await null;', ...WRONG, '})();'];
  const { status, stderr } = run(waits);
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: SHOWN.replace(/app\.js:(\d)/g, (_, line) => `app.js:${Number(line) + 2}`),
  });
});

test('with ZONEWRIGHT_DEBUG the frames are shown', () => {
  const { status, stderr } = run(WRONG, { env: { ZONEWRIGHT_DEBUG: '1' } });
  expect(status).toBe(1);
  expect(stderr).toContain('AppError: The stack shop cannot be synthesized:');
  expect(stderr).toContain('stack-synthesis.js:');
});

test('other errors stay as they are, also after a mistake that was caught', () => {
  const caught = [...WRONG.slice(0, -1), 'try { app.synth(); } catch {}'];
  // The timer is due before the turn ends, as on a slow machine.
  const busy = 'for (const end = Date.now() + 50; Date.now() < end; );';
  const later = ["setTimeout(() => { throw new TypeError('mine'); }, 5);", busy];
  const { status, stderr } = run([...caught, ...later]);
  expect(status).toBe(1);
  expect(stderr).toBe(run([...caught.map(() => ''), ...later]).stderr);
  expect(stderr).toContain('TypeError: mine\n    at ');
});
