import chromium from '@sparticuz/chromium';
import { chromium as driver, type Browser } from 'playwright-core';

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

/**
 * Starts the browser that ZONEWRIGHT_CHROMIUM names, or the packaged one, which is for Linux on x64; whoever starts it
 * closes it.
 */
export async function startBrowser(): Promise<Browser> {
  const { ZONEWRIGHT_CHROMIUM: named = '' } = process.env;
  return driver.launch({
    executablePath: named === '' ? await chromium.executablePath() : named,
    args: ARGUMENTS,
    timeout: 0, // Jest's own limit ends it
  });
}
