import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Model } from './running-emulator';

/** docs/internals/emulator-clients.md. */
export const CLIENTS_PAGE = readFileSync(
  join(__dirname, '..', '..', 'docs', 'internals', 'emulator-clients.md'),
  'utf8',
);

/** A row of the page's table of clients. */
export interface ClientRow {
  readonly name: string;
  readonly package: string;
  readonly version: string;
  /** `61`, or `61, 59` where the models differ: `specification` first. */
  readonly calls: string;
}

/** The clients that the page says are run. */
export const CLIENT_ROWS: readonly ClientRow[] = CLIENTS_PAGE.split('\n').flatMap((line) => {
  const [, name, ofPackage, version, calls] =
    /^\| (.+?) \| `(.+?)` \| ([\d.]+) \| ([\d, ]+?) \|/.exec(line) ?? [];
  return name === undefined || ofPackage === undefined || version === undefined || calls === undefined
    ? []
    : [{ name, package: ofPackage, version, calls }];
});

/** How many calls the page says that the client makes. */
export function callsIn(name: string, model: Model): number {
  const row = CLIENT_ROWS.find((each) => each.name === name);
  if (row === undefined) throw new Error(`docs/internals/emulator-clients.md has no client ${name}`);
  const [specification, today = specification] = row.calls.split(', ').map(Number);
  return (model === 'today' ? today : specification) ?? 0;
}
