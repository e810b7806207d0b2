import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLIENT_ROWS, CLIENTS_PAGE } from '../clients/clients-page';
import { ACCEPTED_ANYWAY, KNOWN_FAULTS } from '../clients/published-schema/known-faults';
import { OUT_OF_SCOPE } from '../clients/sdk/out-of-scope';

const LANE = join(__dirname, '..', 'clients');
const read = (...path: readonly string[]): string => readFileSync(join(LANE, ...path), 'utf8');

/** Packages of the lane that are no clients. */
const TOOLS = ['ajv', 'effect', 'ts-json-schema-generator', 'typescript'];

/** The clients that the lane installs, as their registries name them, with their versions. */
function installed(): readonly string[] {
  const { dependencies } = JSON.parse(read('package.json')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  const npm = Object.entries(dependencies).flatMap(([name, version]) =>
    TOOLS.includes(name) ? [] : (/^npm:(.+@[\d.]+)$/.exec(version)?.[1] ?? `${name}@${version}`),
  );
  const python = ['sdk', 'older'].flatMap((name) =>
    [...read('python', `${name}-requirements.txt`).matchAll(/^(cloudflare)==(.+)$/gm)].map(
      ([, name_, version]) => `${name_}@${version}`,
    ),
  );
  const go = [...read('go', 'go.mod').matchAll(/(github\.com\/cloudflare\/\S+) v(\S+)/g)].map(
    ([, name, version]) => `${name}@${version}`,
  );
  return [...npm, ...python, ...go].sort();
}

test('the page has the clients of the lane, with their versions', () => {
  expect(CLIENT_ROWS.map(({ package: name, version }) => `${name}@${version}`).sort()).toEqual(installed());
});

test.each([
  ['is out of scope', OUT_OF_SCOPE],
  ['is a known fault of the published schema', KNOWN_FAULTS],
  ['is accepted although the published schema does not allow it', ACCEPTED_ANYWAY],
])('the page says why something %s', (_what, listed: readonly { readonly because: string }[]) => {
  const text = CLIENTS_PAGE.replaceAll(/\s+/g, ' ');
  expect(listed.map(({ because }) => because).filter((because) => !text.includes(because))).toEqual([]);
});

test('the page names folders that exist', () => {
  const named = [...CLIENTS_PAGE.matchAll(/`(test\/clients[^`]*)`/g)].map(([, path]) => String(path));
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((path) => !existsSync(join(__dirname, '..', '..', path)))).toEqual([]);
});
