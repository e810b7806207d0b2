import {
  type Handlers,
  type Logger,
  serve,
  type Environment,
  type Host,
} from '../../../../provider-shim/sdk/plugin';
import { watchEngine } from '../../../../provider-shim/sdk/plugin/serve';
import { temporaryFolder } from '../../../support/temporary-folder';
import { connect } from './engine';

const folder = temporaryFolder();

const COOKIE = 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2';
const options = {
  runtime: { least: '20.18', variable: 'FIXTURE_NODE' },
  providerAddress: 'example.com/test/fixture',
} as const;
const start = (environment: Readonly<Record<string, string>> = {}): ReturnType<typeof createFakeHost> =>
  createFakeHost({ TF_PLUGIN_MAGIC_COOKIE: COOKIE, TMPDIR: folder, ...environment });

test('the plugin process ends when nobody connects within a minute', async () => {
  const host = start();
  const served = await serve({ ...options, handlers: () => new Map() }, host);
  host.pass(59_000);
  expect(host.exits).toEqual([]);
  host.pass(1_000);
  expect(host.exits).toEqual([0]);
  served?.stop();
});

test('the plugin process ends 1.5 s after its last connection is closed, not after an earlier one', () => {
  const host = start();
  let orphaned = 0;
  const { opened, closed } = watchEngine(host, () => (orphaned += 1));
  opened();
  opened();
  closed();
  host.pass(100_000);
  closed();
  host.pass(1_499);
  expect(orphaned).toBe(0);
  host.pass(1);
  expect(orphaned).toBe(1);
});

describe('when the engine is gone', () => {
  test('before it connected, the plugin process ends within three seconds', async () => {
    const host = start();
    const served = await serve({ ...options, handlers: () => new Map() }, host);
    host.pass(20_000);
    host.orphan();
    host.pass(1_000);
    host.pass(1_400);
    expect(host.exits).toEqual([]);
    host.pass(100);
    expect(host.exits).toEqual([0]);
    served?.stop();
  });

  test('before the handshake line, the plugin process ends at once', async () => {
    const host = start();
    host.hangUp();
    const served = await serve({ ...options, handlers: () => new Map() }, host);
    expect(host.exits).toEqual([0]);
    served?.stop();
  });

  test('and the plugin process was started by hand for a debugger, it stays, also after Shutdown', async () => {
    const host = start();
    const served = await serve({ ...options, reattach: true, handlers: () => new Map() }, host);
    const caller = connect(`unix:${served?.address}`, 'plaintext', '');
    await caller.call('/plugin.GRPCController/Shutdown');
    caller.close();
    host.orphan();
    host.pass(100_000);
    expect(host.exits).toEqual([]);
    served?.stop();
  });
});

const couldNot = (reason: string): string =>
  `The provider example.com/test/fixture could not start: ${reason}. It ran with Node.js 20.18.1 (/usr/bin/node, the ` +
  '"node" on the PATH); set FIXTURE_NODE to run it with another.';

test.each([
  [
    'an engine of another protocol',
    { PLUGIN_PROTOCOL_VERSIONS: '4,5' },
    'The provider example.com/test/fixture speaks plugin protocol 6; this engine offers 4, 5. Use Terraform 1.0 or newer, ' +
      'or OpenTofu.',
  ],
  [
    'an invalid client certificate',
    { PLUGIN_CLIENT_CERT: 'nonsense' },
    expect.stringMatching(
      / could not start: PLUGIN_CLIENT_CERT is not a certificate in PEM form .+\. It ran with /,
    ),
  ],
  [
    'a folder of the host with too long a path',
    { PLUGIN_UNIX_SOCKET_DIR: `/tmp/${'x'.repeat(100)}` },
    couldNot(
      'PLUGIN_UNIX_SOCKET_DIR makes a socket path of 121 bytes; at most 103 are possible: use a shorter one',
    ),
  ],
  [
    'a group that does not exist',
    { PLUGIN_UNIX_SOCKET_GROUP: 'no|such' },
    couldNot('PLUGIN_UNIX_SOCKET_GROUP: /etc/group has no group "no/such"'),
  ],
])('a start that fails prints one line, which is no handshake: %s', async (_, environment, line) => {
  const host = start(environment);
  expect(await serve({ ...options, handlers: () => new Map() }, host)).toBeUndefined();
  expect([host.printed, host.complained, host.exits]).toEqual([[line], [], [1]]);
});

test('a person who starts it gets the reason on stderr', async () => {
  const [byHand, reattached] = [start({ TF_PLUGIN_MAGIC_COOKIE: 'd602bf8f' }), start({ TMPDIR: '/nowhere' })];
  await serve({ ...options, handlers: () => new Map() }, byHand);
  await serve({ ...options, reattach: true, handlers: () => new Map() }, reattached);
  const noFolder =
    "ENOENT: no such file or directory, mkdtemp '/nowhere/plugin-XXXXXX'; set TMPDIR to a folder that exists and can be written";
  expect([byHand, reattached].map(({ printed, complained, exits }) => [printed, complained, exits])).toEqual([
    [
      [],
      [
        'This program is the Terraform and OpenTofu provider example.com/test/fixture.\n' +
          'It is started by terraform or tofu, and does nothing by hand.\n' +
          'Add the provider to the required_providers of a configuration, then run terraform init and terraform plan.\n',
      ],
      [1],
    ],
    [[], [`${couldNot(noFolder)}\n`], [1]],
  ]);
});

describe('the Node.js version', () => {
  test.each([
    [
      '18.20.4',
      { FIXTURE_NODE: 'x' },
      'FIXTURE_NODE',
      'named by FIXTURE_NODE',
      ', or set FIXTURE_NODE to its path',
    ],
    ['20.9.0', {}, undefined, 'the "node" on the PATH', ''],
  ])(
    '%s is refused instead of the handshake, with where it was chosen (%p, %s)',
    async (version, environment, variable, chosen, instead) => {
      const host = { ...start(environment), node: { version, path: '/usr/bin/node' } };
      const runtime = { least: '20.18', ...(variable === undefined ? {} : { variable }) };
      expect(await serve({ ...options, runtime, handlers: () => new Map() }, host)).toBeUndefined();
      expect([host.printed, host.exits]).toEqual([
        [
          'The provider example.com/test/fixture needs Node.js 20.18 or newer, but was started with ' +
            `Node.js ${version} (/usr/bin/node, ${chosen}). Install a newer one${instead}.`,
        ],
        [1],
      ]);
    },
  );

  test.each(['20.18.0', '20.19', '22.1.0'])('%s is accepted', async (version) => {
    const host = { ...start(), node: { version, path: '/usr/bin/node' } };
    (await serve({ ...options, handlers: () => new Map() }, host))?.stop();
    expect(host.exits).toEqual([]);
  });
});

test('crash texts have no secrets and no endless lines', async () => {
  const host = start();
  let logger: Logger | undefined;
  const handlers = (given: Logger): Handlers => {
    logger = given;
    return new Map();
  };
  const served = await serve({ ...options, handlers }, host);
  const caller = connect(`unix:${served?.address}`, 'plaintext', '');
  await caller.failure('/a.B/C');
  logger?.redact('hunter2');
  host.crash(`the password hunter2 is wrong ${'x'.repeat(100_000)}`);
  host.crash({ toString: () => Array.from({ length: 500 }, (_, index) => `line ${index}`).join('\n') });
  const [first = '', second = ''] = host.complained;
  expect(first.slice(0, 50)).toBe('panic: the password (redacted) is wrong xxxxxxxxxx');
  expect(first.length).toBeLessThan(10_000);
  expect(second.split('\n').length).toBeLessThan(100);
  expect(host.exits).toEqual([2, 2]);
  caller.close();
  served?.stop();
});

/** A process that a test can look into: nothing of the real one is touched. */
function createFakeHost(environment: Environment) {
  const seen = { printed: [] as string[], complained: [] as string[], exits: [] as number[] };
  let now = Date.UTC(2026, 4, 6);
  let timers: { readonly at: number; readonly run: () => void }[] = [];
  let parent = 1000;
  let reader = true;
  let crash: (error: unknown) => void = () => undefined;
  const host: Host = {
    environment,
    node: { version: '20.18.1', path: '/usr/bin/node' },
    pid: 1234,
    parent: () => parent,
    now: () => now,
    after: (milliseconds, run) => {
      const timer = { at: now + milliseconds, run };
      timers.push(timer);
      return () => (timers = timers.filter((other) => other !== timer));
    },
    print: (line) => {
      seen.printed.push(line);
      return reader;
    },
    complain: (text) => void seen.complained.push(text),
    closeStdout: () => undefined,
    exit: (code) => void seen.exits.push(code),
    onExit: () => undefined,
    onSignal: () => undefined,
    onCrash: (run) => (crash = run),
  };
  return {
    ...host,
    ...seen,
    /** Lets time pass: runs what is due, in order. */
    pass: (milliseconds: number): void => {
      now += milliseconds;
      const due = timers.filter(({ at }) => at <= now).sort((left, right) => left.at - right.at);
      timers = timers.filter(({ at }) => at > now);
      for (const { run } of due) run();
    },
    crash: (error: unknown): void => crash(error),
    /** The engine's process ends. */
    orphan: () => void (parent = 1),
    /** Nobody reads what is printed. */
    hangUp: () => void (reader = false),
  };
}
