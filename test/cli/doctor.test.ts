import { join } from 'node:path';
import { mkdirSync, writeFileSync } from 'node:fs';
import { DEFAULT_TOKEN } from '../../emulator';
import { NEEDED_PERMISSIONS, OBJECT_SCHEMAS } from '../../schema';
import { service, useService } from '../e2e/one-service';
import { command } from './built-command';
import { engineScript, fakeProgram, temporaryFolder } from './engine/fake-program';

const folder = temporaryFolder();
const READER = 'reader-0123456789012345678901234567890123';
const ZONE = 'a'.repeat(32);

useService({
  seed: {
    zones: [{ id: ZONE, name: 'shop.example', plan: 'enterprise' }],
    options: { model: 'today' },
    credentials: {
      tokens: [{ token: DEFAULT_TOKEN }, { token: READER, permissions: ['zone:read', 'rulesets:read'] }],
    },
  },
});

describe('zonewright doctor', () => {
  const run = (env: NodeJS.ProcessEnv, ...args: readonly string[]) => {
    const engine = fakeProgram(join(folder, 'engine'), engineScript('OpenTofu', '1.9.1'));
    return command.run(['doctor', ...args], {
      ...service.env,
      ZONEWRIGHT_TERRAFORM: engine,
      NO_COLOR: '1',
      ...env,
    });
  };

  test('reports what a run needs, changes nothing, and shows no secret', async () => {
    const before = service.emulator.control.zones();
    const { exitCode, stdout, stderr } = await run({});
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toMatch(/^engine +OpenTofu 1\.9\.1 \(ZONEWRIGHT_TERRAFORM\)$/m);
    expect(stdout).toMatch(/^start +the provider starts$/m);
    expect(stdout).toContain(`zone        shop.example (${ZONE}), plan enterprise\ndry runs    known\n`);
    expect(stdout.match(/^ {2}may .*: yes$/gm)).toHaveLength(6);
    expect(stdout).toMatch(/^clock +0 s|^clock +1 s/m);
    expect(stdout).toMatch(/^limit +11\d\d of 1200 requests left/m);
    expect(stdout).not.toContain(DEFAULT_TOKEN);
    expect(service.emulator.control.zones()).toEqual(before);
  });

  test('says what the credentials may not do, and which permission that needs', async () => {
    const { stdout } = await run({ ZONEWRIGHT_API_TOKEN: READER }, '--zone', 'shop.example');
    expect(stdout).toContain('  may read custom log fields: yes\n');
    expect(stdout).toContain(
      '  may write rulesets: no: request is not authorized (status 403); it needs Logs Write or Zone WAF Write\n',
    );
    expect(stdout).toContain('dry runs    not known\n');
  });

  test.each([
    ['a token that is none', { ZONEWRIGHT_API_TOKEN: 'x'.repeat(40) }, [], 'Invalid access token'],
    ['a Node.js that is none', { ZONEWRIGHT_NODE: '/bin/false' }, [], '(/bin/false) ended with exit code 1'],
    [
      'a Node.js that says nothing to anybody',
      { ZONEWRIGHT_NODE: 'cd' },
      [],
      'names no program that can be run: cd.',
    ],
    ['a zone that is none', {}, ['--zone', 'none.example'], 'none.example was not found'],
  ])('fails for %s', async (_what, env, args, says) => {
    const { exitCode, stdout } = await run(env, ...args);
    expect(exitCode).toBe(1);
    expect(stdout).toContain(says);
  });

  test('says what a plan and an apply need, for a folder of stacks', async () => {
    mkdirSync(join(folder, 'stacks', 'a'), { recursive: true });
    writeFileSync(join(folder, 'stacks', 'a', 'main.tf'), 'resource "zone_log_custom_fields" "a" {}');
    writeFileSync(
      join(folder, 'stacks', 'cdk.tf.json'),
      JSON.stringify({ resource: { zone_managed_rules: { a: {} } } }),
    );
    const { exitCode, stdout } = await run({}, join(folder, 'stacks'));
    expect(exitCode).toBe(0);
    expect(stdout.replace(/ +[0-9a-f]{32}$/gm, '')).toContain(
      [
        '\nPermissions for zone_log_custom_fields, zone_managed_rules, in the zones of the stacks:',
        ...['  To plan', '    Zone Read', '    Logs Read', '    Zone WAF Read'],
        ...['  To apply, and to prove a plan (ZONEWRIGHT_PROOF=on)'],
        ...['    Zone Read', '    Logs Write', '    Zone WAF Write', ''],
      ].join('\n'),
    );
  });

  test('knows what each type needs', () => {
    const types = new Set(OBJECT_SCHEMAS.map(({ type }) => type));
    expect(Object.keys(NEEDED_PERMISSIONS).sort()).toEqual([...types].sort());
  });
});
