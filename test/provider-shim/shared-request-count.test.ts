import { spawn } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharedRequestCount } from '../../provider-shim/shared-request-count';
import type { RequestCount } from '../../provider-shim/api/request-count';

const NOW = Date.UTC(2026, 0, 1);
const SLOT_MS = 10_000;
const TOKEN = 'planted-token-5f0c1d7e9a0123456789abcdefgh';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'count-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const folder = (): string => join(home, 'cache', 'zonewright', 'requests');
const fallback = (): string => join(home, `zonewright-requests-${process.getuid?.() ?? 'user'}`);

/** A count as another process has it. */
function count(more: { token?: string; url?: string; said?: unknown[] } = {}): RequestCount {
  return sharedRequestCount({
    baseUrl: new URL(more.url ?? 'https://api.example.com/client/v4/'),
    credentials: { scheme: 'token', token: more.token ?? TOKEN },
    environment: { XDG_CACHE_HOME: join(home, 'cache'), TMPDIR: home, HOME: home },
    log: (...line) => void more.said?.push(line),
  });
}

describe('requests of all processes of a machine', () => {
  test('are counted together, for the same service and credentials', () => {
    count().add(NOW, 5);
    count().add(NOW + SLOT_MS, 2);
    expect(count().left(NOW + SLOT_MS)).toEqual({
      remaining: 1193,
      // The slot of the first ones ends after 10 s, and counts for 300 more.
      resetMs: 300_000,
      quota: 1200,
      windowMs: 300_000,
    });
    expect(count({ token: 'another' }).left(NOW).remaining).toBe(1200);
    expect(count({ url: 'https://other.example.com/' }).left(NOW).remaining).toBe(1200);
  });

  test('are forgotten after five minutes, and their files with them', () => {
    const one = count();
    one.add(NOW, 7);
    expect(one.left(NOW + 309_999).remaining).toBe(1193);
    expect(one.left(NOW + 310_000).remaining).toBe(1200);
    count().add(NOW + 3_600_000, 1);
    expect(readdirSync(folder()).filter((name) => name !== 'salt')).toHaveLength(1);
  });

  test('count whatever the clock does', () => {
    const one = count();
    one.add(NOW, 7);
    one.add(NOW - 86_400_000, 3);
    expect(one.left(NOW - 86_400_000).remaining).toBe(1197);
    expect(one.left(NOW).remaining).toBeGreaterThanOrEqual(1193);
  });

  test('leave nothing behind that tells the token, in files that nobody else can read', () => {
    count().add(NOW, 3);
    for (const name of readdirSync(folder())) {
      const file = join(folder(), name);
      expect(name + readFileSync(file, 'latin1')).not.toContain(TOKEN.slice(0, 8));
      expect(statSync(file).mode & 0o777).toBe(0o600);
    }
    expect(statSync(folder()).mode & 0o777).toBe(0o700);
    // The same token has another name elsewhere: nobody can look it up.
    const names = readdirSync(folder()).filter((name) => name !== 'salt');
    rmSync(folder(), { recursive: true });
    count().add(NOW, 3);
    expect(readdirSync(folder())).not.toContain(names[0]);
  });

  test('are counted when many processes begin at once, and none is lost when one is killed', async () => {
    const program = `
      const { appendFileSync } = require('node:fs');
      process.stdin.once('data', () => {
        for (let sent = 0; sent < 50; sent += 1) appendFileSync(process.argv[1], '.');
        process.kill(process.pid, 'SIGKILL');
      });
      process.stdout.write('ready');`;
    count().add(NOW, 1);
    const file = readdirSync(folder()).find((name) => name !== 'salt') ?? '';
    const children = Array.from({ length: 3 }, () =>
      spawn(process.execPath, ['-e', program, join(folder(), file)]),
    );
    const ended = children.map((child) => new Promise((resolve) => child.once('close', resolve)));
    await Promise.all(children.map((child) => new Promise((resolve) => child.stdout.once('data', resolve))));
    for (const child of children) child.stdin.write('go');
    await Promise.all(ended);
    expect(count().left(NOW).remaining).toBe(1200 - 151);
  });

  test.each<[string, () => void]>([
    [
      'is a file',
      () => (mkdirSync(join(home, 'cache')), writeFileSync(join(home, 'cache', 'zonewright'), '')),
    ],
    ['is open to others', () => (mkdirSync(folder(), { recursive: true }), chmodSync(folder(), 0o777))],
    [
      'leads elsewhere',
      () => {
        mkdirSync(join(home, 'cache', 'zonewright'), { recursive: true });
        mkdirSync(join(home, 'elsewhere'));
        symlinkSync(join(home, 'elsewhere'), folder());
      },
    ],
  ])('are counted in the folder for temporary files where the cache %s', (_case, spoil) => {
    spoil();
    count().add(NOW, 5);
    expect(count().left(NOW).remaining).toBe(1195);
    expect(readdirSync(fallback())).toHaveLength(2);
  });

  test('are counted by each process for itself where no folder can be used, and the log says so once', () => {
    mkdirSync(join(home, 'cache'));
    writeFileSync(join(home, 'cache', 'zonewright'), '');
    writeFileSync(fallback(), '');
    const said: unknown[] = [];
    const one = count({ said });
    one.add(NOW, 5);
    one.add(NOW, 1);
    expect([one.left(NOW).remaining, count().left(NOW).remaining]).toEqual([1194, 1200]);
    expect(said).toEqual([
      ['debug', expect.stringContaining('other processes'), { error: expect.any(String) as unknown }],
    ]);
  });

  test('go on in this process when the folder is lost', () => {
    const one = count();
    one.add(NOW, 5);
    rmSync(folder(), { recursive: true });
    one.add(NOW, 1);
    expect(one.left(NOW).remaining).toBe(1199);
  });

  test('do without a salt that is damaged', () => {
    count().add(NOW, 5);
    writeFileSync(join(folder(), 'salt'), 'half');
    count().add(NOW, 2);
    expect(count().left(NOW).remaining).toBe(1198);
  });
});
