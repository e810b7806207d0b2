import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** `node scripts/size.mjs [FOLDER]`: how large a checkout is. test/import-table.test.ts holds how its files hang together. */
const root = process.argv[2] ?? '.';
const PRODUCT = ['schema', 'lib', 'provider-shim', 'emulator', 'cli', 'testing', 'policy', 'scripts'];
const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)));
const textOf = (file) => readFileSync(join(root, file), 'utf8');
const linesOf = (file) => textOf(file).split('\n').length - 1;
const isCode = (file) => /\.(ts|mts|mjs|rego|sh|tf)$/.test(file);
const below = (folders) => tracked.filter((file) => folders.some((folder) => file.startsWith(`${folder}/`)));
const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);
const linesBelow = (...folders) => sum(below(folders).filter(isCode).map(linesOf));

const fixtures = below(['test']).filter(
  (file) => /\.(json|tfstate|yaml)$/.test(file) && !file.endsWith('package-lock.json'),
);
const docs = tracked.filter((file) => /^(docs\/.+|README|CONTRIBUTING|SECURITY)\.md$/.test(file));
const sources = below(PRODUCT).filter((file) => file.endsWith('.ts'));
const lengths = sources.map(linesOf).sort((a, b) => a - b);
const at = (share) => lengths[Math.floor(share * lengths.length)];

/** Which files of the product each of them imports. */
const imports = new Map(
  sources.map((file) => {
    const targets = [...textOf(file).matchAll(/(?:from|import\(|require\()\s*'(\.[^']*)'/g)].map(
      ([, target]) => {
        const path = normalize(join(dirname(file), target)).replace(/\.js$/, '');
        return [`${path}.ts`, join(path, 'index.ts')].find((each) => sources.includes(each));
      },
    );
    return [file, [...new Set(targets.filter((target) => target !== undefined))]];
  }),
);
const importers = sources.map((file) => sources.filter((other) => imports.get(other).includes(file)).length);

console.table({
  ...Object.fromEntries(PRODUCT.map((folder) => [folder, linesBelow(folder)])),
  product: linesBelow(...PRODUCT),
  bench: linesBelow('bench'),
  tests: linesBelow('test'),
  fixtures: sum(fixtures.map(linesOf)),
  'words of docs': sum(docs.map((file) => textOf(file).split(/\s+/).filter(Boolean).length)),
  'files of the product': sources.length,
  'lines of a file, median': at(0.5),
  'lines of a file, p90': at(0.9),
  'files with a single importer': importers.filter((count) => count === 1).length,
});
