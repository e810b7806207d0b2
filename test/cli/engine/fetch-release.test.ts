import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { cachedProgram, PINNED_RELEASE, releasePlatform } from '../../../cli/engine/release';
import { type FetchOptions, fetchRelease, fetchShown } from '../../../cli/commands/fetch-engine';
import { reasonOf } from '../../../cli/terminal/failure';
import { openTerminal } from '../../../cli/terminal/terminal';
import { listening } from '../../support/listening';
import { temporaryFolder } from './fake-program';

const root = temporaryFolder();
const program = '#!/bin/sh\necho OpenTofu v1.10.6\n' + '#'.repeat(200_000);
const archive = zipSync({ LICENSE: strToU8('MPL-2.0'), tofu: strToU8(program) });
const withoutProgram = zipSync({ LICENSE: strToU8('MPL-2.0') });
const damaged = archive.slice(0, archive.length - 40);

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const PATHS: Readonly<Record<string, Handler>> = {
  '/good/tofu_1.10.6_linux_amd64.zip': (_request, response) => response.end(archive),
  '/moved/tofu_1.10.6_linux_amd64.zip': (_request, response) =>
    response.writeHead(302, { location: '/good/tofu_1.10.6_linux_amd64.zip' }).end(),
  '/cut/tofu_1.10.6_linux_amd64.zip': (_request, response) => {
    response.writeHead(200, { 'content-length': archive.length });
    response.write(archive.subarray(0, archive.length / 2), () => response.destroy());
  },
  '/chunked/tofu_1.10.6_linux_amd64.zip': (_request, response) =>
    response.write(archive, () => response.end()),
  '/circle/tofu_1.10.6_linux_amd64.zip': (_request, response) =>
    response.writeHead(302, { location: '/circle/tofu_1.10.6_linux_amd64.zip' }).end(),
  '/hollow/tofu_1.10.6_linux_amd64.zip': (_request, response) => response.end(withoutProgram),
  '/listed/tofu_1.10.6_darwin_arm64.zip': (_request, response) => response.end(archive),
  '/listed/tofu_1.10.6_SHA256SUMS': (_request, response) =>
    response.end(sums({ linux_amd64: archive, darwin_arm64: archive })),
  '/disagreeing/tofu_1.10.6_SHA256SUMS': (_request, response) =>
    response.end(sums({ linux_amd64: damaged, darwin_arm64: archive })),
  '/short/tofu_1.10.6_SHA256SUMS': (_request, response) => response.end(sums({ linux_amd64: archive })),
  '/others/tofu_1.10.6_SHA256SUMS': (_request, response) => response.end(sums({ darwin_arm64: archive })),
  '/damaged/tofu_1.10.6_linux_amd64.zip': (_request, response) => response.end(damaged),
};

function sums(archives: Readonly<Record<string, Uint8Array>>): string {
  const lines = Object.entries(archives).map(
    ([platform, content]) => `${sha256(content)}  tofu_1.10.6_${platform}.zip\n`,
  );
  return lines.join('');
}

let base: string;
let requests: string[] = [];

beforeAll(async () => {
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    const handler = PATHS[request.url ?? ''];
    if (handler) handler(request, response);
    else response.writeHead(404, 'Not Found').end('<html>nothing here</html>');
  });
  base = `http://127.0.0.1:${await listening(server)}`;
});

beforeEach(() => (requests = []));

let count = 0;

function options(path: string, content: Uint8Array = archive): FetchOptions {
  return {
    release: {
      version: '1.10.6',
      baseUrl: `${base}${path}`,
      platforms: ['linux_amd64', 'darwin_arm64'],
      sha256: { linux_amd64: sha256(content) },
    },
    platform: 'linux_amd64',
    cacheFolder: join(root, String(++count)),
  };
}

function sha256(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

function filesBeside(path: string): readonly string[] {
  return existsSync(dirname(path)) ? readdirSync(dirname(path)) : [];
}

test.each(['/good/', '/moved/'])(
  'an archive with the published SHA-256 becomes a program (%s)',
  async (path) => {
    const wanted = options(path);
    const steps: (readonly [number, number | undefined])[] = [];
    const placed = await fetchRelease({ ...wanted, onProgress: (...step) => steps.push(step) });
    expect(placed).toBe(cachedProgram(wanted));
    expect(readFileSync(placed, 'utf8')).toBe(program);
    expect(statSync(placed).mode & 0o777).toBe(0o755);
    expect(filesBeside(placed)).toEqual(['tofu']);
    expect(steps.at(-1)?.[0]).toBe(archive.length);
  },
);

test.each([
  ['good', / {2}\d\.\d of 0\.0 MB, 100 %$/],
  ['chunked', / {2}0\.0 MB$/],
])('is told on a terminal, and how far it is: %s', async (path, progress) => {
  const printed: string[] = [];
  const tty = { isTTY: true, write: (text: string) => printed.push(text.replace('\r\u001b[2K', '')) };
  const wanted = options(`/${path}/`);
  await fetchShown(openTerminal(tty, tty, {}), wanted);
  const folder = wanted.cacheFolder;
  expect([printed[0], ...printed.slice(-3)]).toEqual([
    `downloading OpenTofu 1.10.6 for linux_amd64, once, into ${folder}\n`,
    expect.stringMatching(progress),
    ...['', 'its SHA-256 matches the published one\n'],
  ]);
});

test('simultaneous downloads all end with one whole program', async () => {
  const wanted = options('/good/');
  const placed = await Promise.all([fetchRelease(wanted), fetchRelease(wanted), fetchRelease(wanted)]);
  expect(new Set(placed)).toEqual(new Set([cachedProgram(wanted)]));
  expect(readFileSync(cachedProgram(wanted), 'utf8')).toBe(program);
  expect(filesBeside(cachedProgram(wanted))).toEqual(['tofu']);
});

describe('an untrusted download leaves nothing behind and says why', () => {
  const cases: readonly (readonly [string, string, Uint8Array, RegExp])[] = [
    [
      'another SHA-256',
      '/good/',
      damaged,
      /its SHA-256 is [0-9a-f]{64}, and the published one is [0-9a-f]{64}; nothing of it was kept$/,
    ],
    ['no such file', '/absent/', archive, /the server answered 404 Not Found$/],
    ['a connection that is cut', '/cut/', archive, /terminated/],
    ['redirects without end', '/circle/', archive, /redirect count exceeded/],
    ['an archive without the program', '/hollow/', withoutProgram, /the archive has no file tofu$/],
    ['a damaged archive', '/damaged/', damaged, /the archive is damaged: /],
  ];

  test.each(cases)('%s', async (_name, path, hashed, reason) => {
    const wanted = options(path, hashed);
    const thrown: unknown = await fetchRelease(wanted).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(reasonOf(thrown)).toMatch(reason);
    expect(reasonOf(thrown)).toContain(`${base}${path}tofu_1.10.6_linux_amd64.zip could not be used: `);
    expect(filesBeside(cachedProgram(wanted))).toEqual([]);
  });

  test('a folder in the place of the program', async () => {
    const wanted = options('/good/');
    mkdirSync(join(cachedProgram(wanted), 'mine'), { recursive: true });
    await expect(fetchRelease(wanted)).rejects.toThrow('could not be used');
    expect(filesBeside(cachedProgram(wanted))).toEqual(['tofu']);
  });

  test('a cache in which no folder can be made', async () => {
    const wanted = { ...options('/good/', archive), cacheFolder: '/proc/zonewright' };
    await expect(fetchRelease(wanted)).rejects.toThrow('could not be used');
  });

  test('a server that does not exist', async () => {
    const wanted = options('/good/');
    const thrown: unknown = await fetchRelease({
      ...wanted,
      release: { ...wanted.release, baseUrl: 'http://127.0.0.1:1/' },
    }).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(reasonOf(thrown)).toMatch(/ECONNREFUSED|bad port/);
  });
});

describe('without a pinned checksum, the list published with the release', () => {
  const fetched = (path: string): Promise<string> =>
    fetchRelease({ ...options(path), platform: 'darwin_arm64' });

  test('is used if it agrees with the pinned checksums', async () => {
    expect(readFileSync(await fetched('/listed/'), 'utf8')).toBe(program);
    expect(requests).toEqual(['/listed/tofu_1.10.6_SHA256SUMS', '/listed/tofu_1.10.6_darwin_arm64.zip']);
  });

  test.each([
    ['a list that disagrees', '/disagreeing/', /disagrees with the pinned checksum for linux_amd64$/],
    ['a list without those', '/others/', /disagrees with the pinned checksum for linux_amd64$/],
    ['a list without the platform', '/short/', /has none for darwin_arm64$/],
    ['no list', '/good/', /the server answered 404 Not Found$/],
  ])('is refused: %s', async (_name, path, reason) => {
    const thrown: unknown = await fetched(path).catch((error: unknown) => error);
    expect(reasonOf(thrown)).toMatch(reason);
    expect(requests).toEqual([`${path}tofu_1.10.6_SHA256SUMS`]);
  });
});

test('the pinned release has one SHA-256 for each of its platforms', () => {
  const platforms = Object.entries(PINNED_RELEASE.sha256);
  expect(platforms.filter(([, hash]) => !/^[0-9a-f]{64}$/.test(hash ?? ''))).toEqual([]);
  expect(new Set(platforms.map(([, hash]) => hash)).size).toBe(platforms.length);
  const machines = ['linux', 'darwin'].flatMap((os) => ['x64', 'arm64'].map((arch) => [os, arch] as const));
  expect(machines.map(([os, arch]) => releasePlatform(os, arch))).toEqual(PINNED_RELEASE.platforms);
  expect(platforms.map(([platform]) => platform)).toEqual(PINNED_RELEASE.platforms.slice(0, 2));
});
