import { delimiter, join } from 'node:path';
import { arch, platform } from 'node:os';
import { findBrowser, launch, type Machine } from '../../support/browser';
import { packagedBrowser } from '../../support/packaged-browser';

/** A machine on which these paths are programs. */
function machine(programs: readonly string[], parts: Partial<Machine> = {}): Machine {
  return { env: {}, platform: 'linux', isProgram: (path) => programs.includes(path), ...parts };
}

const PATH = ['/first', '/second'].join(delimiter);

describe('the search for a browser', () => {
  it.each<[string, Machine, string]>([
    [
      'the variable before all',
      machine(['/mine', join('/first', 'chromium')], { env: { ZONEWRIGHT_CHROMIUM: '/mine', PATH } }),
      '/mine',
    ],
    [
      'chromium before chrome, wherever on the PATH',
      machine([join('/first', 'google-chrome'), join('/second', 'chromium')], { env: { PATH } }),
      join('/second', 'chromium'),
    ],
    [
      'the usual place on macOS',
      machine(['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'], { platform: 'darwin' }),
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ],
    [
      'the usual place on Windows',
      machine(['C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe'], { platform: 'win32' }),
      'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    ],
  ])('takes %s', (_name, on, path) => {
    expect(findBrowser(on)).toBe(path);
  });

  it('finds none if there is none', () => {
    expect(findBrowser(machine([], { env: { PATH, ZONEWRIGHT_CHROMIUM: '' } }))).toBeUndefined();
  });

  it('does not use another one if the variable names none', () => {
    const on = machine([join('/first', 'chromium')], { env: { ZONEWRIGHT_CHROMIUM: '/gone', PATH } });
    expect(() => findBrowser(on)).toThrow("ZONEWRIGHT_CHROMIUM is '/gone', which is not a program.");
  });
});

it('the browser of the development dependency starts, if there is one for the platform', async () => {
  const packaged = await packagedBrowser();
  expect(packaged === undefined).toBe(platform() !== 'linux' || arch() !== 'x64');
  if (packaged === undefined) return;
  const browser = await launch(packaged);
  expect(browser.version()).toMatch(/^\d+\./);
  await browser.close();
});
