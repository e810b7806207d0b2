import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');

/** The documents that the code cites. */
const CITED = ['docs/service.md', 'docs/plugin-protocol.md'] as const;

/** A citation: the document, and one section or several, as in `docs/service.md 5.1, 5.2`. */
const CITATION = /(docs\/[\w-]+\.md) (\d+(?:\.\d+)?(?:(?:, | and | to |–)\d+(?:\.\d+)?)*)(?![\w.]*\d)/g;

/** A citation of something that is not in the repository. */
const UNSHIPPED = /\b(?:spec|specification|facts),? (?:sections? )?\d/i;

function headings(document: string): ReadonlySet<string> {
  const text = readFileSync(join(ROOT, document), 'utf8');
  return new Set([...text.matchAll(/^#{2,4} (\d+(?:\.\d+)?)\.? /gm)].map(([, number]) => number ?? ''));
}

const SOURCES = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.mjs', '*.md'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter(
    (file) => file !== '' && file !== 'test/docs/citations.test.ts' && !CITED.some((name) => name === file),
  );

/** Each line of the sources with its place. */
function* lines(): Generator<readonly [place: string, text: string]> {
  for (const file of SOURCES) {
    const text = readFileSync(join(ROOT, file), 'utf8');
    for (const [index, line] of text.split('\n').entries()) yield [`${file}:${index + 1}`, line];
  }
}

describe('citations', () => {
  const known = new Map<string, ReadonlySet<string>>(CITED.map((name) => [name, headings(name)]));

  test('the documents have numbered sections', () => {
    for (const [name, sections] of known) expect([name, sections.size > 10]).toEqual([name, true]);
  });

  test('each resolves to a section of a document in the repository', () => {
    const wrong: string[] = [];
    let found = 0;
    for (const [place, line] of lines()) {
      for (const [, document = '', sections = ''] of line.matchAll(CITATION)) {
        found += 1;
        for (const section of sections.split(/, | and | to |–/))
          if (!known.get(document)?.has(section)) wrong.push(`${place}: ${document} ${section}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(found).toBeGreaterThan(100);
  });

  test('none points to a document that is not in the repository', () => {
    const wrong = [...lines()].filter(([, line]) => UNSHIPPED.test(line)).map(([place]) => place);
    expect(wrong).toEqual([]);
  });
});
