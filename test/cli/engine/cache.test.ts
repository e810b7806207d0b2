import os from 'node:os';
import { cacheFolder, homeFolder } from '../../../cli/engine/release';

const HOME = '/home/jo';

const cases: readonly (readonly [string, NodeJS.ProcessEnv, NodeJS.Platform, string])[] = [
  ['Linux', {}, 'linux', '/home/jo/.cache/zonewright'],
  ['Linux with XDG_CACHE_HOME', { XDG_CACHE_HOME: '/var/cache/jo' }, 'linux', '/var/cache/jo/zonewright'],
  ['a relative XDG_CACHE_HOME is unused', { XDG_CACHE_HOME: 'cache' }, 'linux', '/home/jo/.cache/zonewright'],
  ['an empty XDG_CACHE_HOME is ignored', { XDG_CACHE_HOME: '' }, 'linux', '/home/jo/.cache/zonewright'],
  ['FreeBSD', {}, 'freebsd', '/home/jo/.cache/zonewright'],
  ['macOS', {}, 'darwin', '/home/jo/Library/Caches/zonewright'],
  ['macOS with XDG_CACHE_HOME', { XDG_CACHE_HOME: '/tmp/c' }, 'darwin', '/tmp/c/zonewright'],
];

test.each(cases)('the cache of %s', (_name, env, platform, expected) => {
  expect(cacheFolder(env, platform, () => HOME)).toBe(expected);
});

describe('a user without a home folder', () => {
  const noHome = (): never => {
    throw new Error('A system error occurred: uv_os_homedir returned ENOENT (no such file or directory)');
  };
  afterEach(() => jest.restoreAllMocks());

  test('is told to set HOME', () => {
    jest.spyOn(os, 'homedir').mockImplementation(noHome);
    expect(() => homeFolder()).toThrow('this user has no home folder');
  });

  test('needs none for a cache whose place the environment names', () => {
    expect(cacheFolder({ XDG_CACHE_HOME: '/var/cache/jo' }, 'linux', noHome)).toBe(
      '/var/cache/jo/zonewright',
    );
  });
});
