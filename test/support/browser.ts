import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { packagedBrowser, type PackagedBrowser } from './packaged-browser';

/** Names of the browser's program on the PATH, in the order of preference. */
const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Where installers put it on systems that do not use the PATH. */
const USUAL_PLACES: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files\\Chromium\\Application\\chrome.exe',
  ],
};

const WAYS = [
  'Debian and Ubuntu: apt-get install chromium',
  'macOS: brew install --cask chromium',
  'Windows: winget install Hibbiki.Chromium',
  'or set ZONEWRIGHT_CHROMIUM to the path of a Chromium or Chrome that is already there.',
];

/** Nothing that looks for a display, a sandbox or the network. */
const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** What the look-up depends on. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly isProgram: (path: string) => boolean;
}

const THIS_MACHINE: Machine = { env: process.env, platform: process.platform, isProgram };

/** The path of a Chromium on this machine; undefined when there is none. @throws Error for a wrong path in the environment */
export function findBrowser({ env, platform, isProgram: runs }: Machine = THIS_MACHINE): string | undefined {
  const named = env['ZONEWRIGHT_CHROMIUM'];
  if (named !== undefined && named !== '') {
    if (runs(named)) return named;
    throw new Error(`ZONEWRIGHT_CHROMIUM is '${named}', which is not a program.`);
  }
  const suffix = platform === 'win32' ? '.exe' : '';
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const onPath = PROGRAMS.flatMap((name) => folders.map((folder) => join(folder, name + suffix)));
  return [...onPath, ...(USUAL_PLACES[platform] ?? [])].find(runs);
}

/**
 * Starts the browser of this machine, or the one of a development dependency, without a window; whoever starts it
 * closes it.
 *
 * @throws Error that names the ways to get one
 */
export async function startBrowser(): Promise<Browser> {
  const found = findBrowser();
  const browser = found === undefined ? await packagedBrowser() : { path: found, env: process.env };
  if (browser !== undefined) return launch(browser);
  throw new Error(['These tests need Chromium, and there is none. Ways to get it:', ...WAYS].join('\n  '));
}

/** Starts this browser. */
export async function launch({ path, env }: PackagedBrowser): Promise<Browser> {
  const defined = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return chromium.launch({ executablePath: path, args: ARGUMENTS, env: Object.fromEntries(defined) });
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
