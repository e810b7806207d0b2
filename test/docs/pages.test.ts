import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { matrixTable } from '../e2e/destroy-matrix';

const ROOT = join(__dirname, '..', '..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

test('the reference is what the schema and the examples say', () => {
  const script = join(ROOT, 'scripts', 'reference.mjs');
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test('docs/guides/migrate.md has the table of the e2e tests; ZONEWRIGHT_WRITE_MATRIX=1 writes it', () => {
  const page = 'docs/guides/migrate.md';
  const current = read(page).replace(
    /(<!-- matrix -->\n)[^]*?(<!-- end -->)/,
    (_found, before: string, after: string) => `${before}\n${matrixTable()}\n\n${after}`,
  );
  expect(current).toContain(matrixTable());
  if (process.env['ZONEWRIGHT_WRITE_MATRIX'] !== undefined) writeFileSync(join(ROOT, page), current);
  expect(read(page)).toBe(current);
});

/** Files of the repository. */
const files = (...patterns: readonly string[]): readonly string[] =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...patterns], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && existsSync(join(ROOT, file)));

/** A line of seven `=` alone may be a heading of Markdown. */
test('no file has the marks of a merge that was not finished', () => {
  const marked = files().filter((file) => /^(?:<{7}|\|{7}|>{7}) /m.test(read(file)));
  expect(marked).toEqual([]);
});

/** The anchors of a page's headings, as GitHub makes them. */
function anchors(page: string): ReadonlySet<string> {
  const headings = read(page)
    .replaceAll(/^```[^]*?^```/gm, '')
    .matchAll(/^#{1,6} (.+)$/gm);
  const seen = new Map<string, number>();
  return new Set(
    [...headings].map(([, heading = '']) => {
      const text = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
      const anchor = text.replaceAll(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-');
      const before = seen.get(anchor) ?? 0;
      seen.set(anchor, before + 1);
      return before === 0 ? anchor : `${anchor}-${before}`;
    }),
  );
}

/** The relative links of a page: as written, the file, and the heading. */
function linksOf(page: string): readonly { link: string; target: string; anchor: string | undefined }[] {
  const text = read(page)
    .replaceAll(/^```[^]*?^```/gm, '')
    .replaceAll(/`[^`\n]*`/g, '');
  return [...text.matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].map(([link, path = '', anchor]) => ({
    link: `${page}: ${link}`,
    target: path === '' ? page : join(dirname(page), path),
    anchor,
  }));
}

test('every relative link of a page leads to a file, and to a heading of it', () => {
  const links = files('*.md', ':!examples', ':!.github').flatMap(linksOf);
  const isBroken = ({ target, anchor }: (typeof links)[number]): boolean =>
    !existsSync(join(ROOT, target)) || (anchor !== undefined && !anchors(target).has(anchor));
  expect(links.filter(isBroken).map(({ link }) => link)).toEqual([]);
  expect(links.length).toBeGreaterThan(100);
});

test('every relative link of a page in the package leads to what is in the package', () => {
  const { files: named } = JSON.parse(read('package.json')) as { readonly files: readonly string[] };
  // npm packs these whatever `files` says.
  const packed = [...named, 'README.md', 'LICENSE', 'package.json'];
  const isPacked = (file: string): boolean =>
    packed.some((one) => file === one || file.startsWith(`${one}/`));
  const links = files('*.md').filter(isPacked).flatMap(linksOf);
  expect(links.filter(({ target }) => !isPacked(target)).map(({ link }) => link)).toEqual([]);
  expect(links.length).toBeGreaterThan(50);
});

test('every file that the pages for maintainers name is there', () => {
  const known = files('*.ts', '*.mjs', '*.mts').map((file) => `/${file}`);
  const named = files('CONTRIBUTING.md', 'docs/internals/*.md').flatMap((page) =>
    [...read(page).matchAll(/`((?!\S*NAME)[a-z][\w./-]*\.(?:ts|mjs|mts))`/g)].map(
      ([, file = '']) => `${page}: ${file}`,
    ),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((each) => !known.some((file) => file.endsWith(`/${each.split(': ')[1]}`)))).toEqual([]);
});

/** A citation in code: the document, and one section or several, as in `docs/internals/service.md 5.1, 5.2`. */
const CITATION =
  /(docs\/internals\/(?:service|plugin-protocol)\.md) (\d+(?:\.\d+)?(?:(?:, | and | to |–)\d+(?:\.\d+)?)*)(?![\w.]*\d)/g;

test('every cited section exists', () => {
  const sections = new Map<string, ReadonlySet<string>>();
  const of = (page: string): ReadonlySet<string> => {
    const known =
      sections.get(page) ??
      new Set([...read(page).matchAll(/^#{2,4} (\d+(?:\.\d+)?)\.? /gm)].map(([, n = '']) => n));
    sections.set(page, known);
    return known;
  };
  const cited = files('*.ts', '*.mjs', '*.md').flatMap((file) =>
    [...read(file).matchAll(CITATION)].flatMap(([, page = '', all = '']) =>
      all.split(/, | and | to |–/).map((section) => ({ file, page, section })),
    ),
  );
  expect(cited.filter(({ page, section }) => !of(page).has(section))).toEqual([]);
  expect(cited.length).toBeGreaterThan(100);
});
