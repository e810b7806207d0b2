import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** `node scripts/size.mjs [FOLDER]`: how large a checkout is. */
const root = process.argv[2] ?? '.';
const PRODUCT = ['schema', 'lib', 'provider-shim', 'emulator', 'cli', 'testing', 'scripts'];
const textOf = (file) => readFileSync(join(root, file), 'utf8');
const linesOf = (file) => textOf(file).split('\n').length - 1;
const isFixture = (file) => /^test\/.*\.(json|tfstate|yaml)$/.test(file);
const isCode = (file) => /\.(ts|mts|mjs|js|json|html|css|sh|tf)$/.test(file) && !isFixture(file);
const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)) && !file.endsWith('package-lock.json'));
const below = (...folders) => tracked.filter((file) => folders.includes(file.split('/')[0]));
const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);
const linesBelow = (...folders) =>
  sum(
    below(...folders)
      .filter(isCode)
      .map(linesOf),
  );

const product = below(...PRODUCT).filter(isCode);
const commentsOf = (file) =>
  textOf(file).match(/\.(sh|tf)$/.test(file) ? /^ *#/gm : /^ *(\/\/|\/\*|\*( |\/|$))/gm)?.length ?? 0;
const docs = tracked.filter((file) => /^(docs\/.+|README|CONTRIBUTING|SECURITY)\.md$/.test(file));
const sources = product.filter((file) => file.endsWith('.ts'));
const lengths = sources.map(linesOf).sort((a, b) => a - b);
const at = (share) => lengths[Math.floor(share * lengths.length)];

/** What each file imports of another (`name` of `target`, '*' is all of it), or hands on as `as`. */
const links = product
  .filter((file) => /\.m?ts$/.test(file))
  .flatMap((file) => {
    const statements =
      /^(import|export) (?:type |\w+, )?(\*|\{[^}]*\})[^;']*?from '(\.[^']*)'|(?:import |import\(|require\()'(\.[^']*)'/gm;
    return [...textOf(file).matchAll(statements)].flatMap(([, verb, what = '*', from, whole]) => {
      const path = normalize(join(dirname(file), from ?? whole)).replace(/\.js$/, '');
      const target = [`${path}.ts`, join(path, 'index.ts')].find((each) => sources.includes(each));
      const names = what === '*' ? [['', '*']] : [...what.matchAll(/(\w+)(?: as (\w+))?\s*[,}]/g)];
      const link = ([, name, as = name]) => ({ file, target, name, as, handsOn: verb === 'export' });
      return target === undefined ? [] : names.map(link);
    });
  });
const handedOn = links.filter(({ handsOn }) => handsOn);
const followed = new Set();
/** The file that declares what another one exports by this name. */
const originOf = (file, name) => {
  if (new RegExp(`^export [a-z* ]+ ${name}\\b`, 'm').test(textOf(file))) return file;
  for (const link of handedOn.filter((each) => each.file === file && ['*', name].includes(each.as))) {
    const origin = originOf(link.target, link.as === '*' ? name : link.name);
    if (origin !== undefined) return followed.add(link) && origin;
  }
  return undefined;
};
const readers = new Map(sources.map((file) => [file, new Set()]));
const count = ({ file, target, name }) => readers.get(originOf(target, name) ?? target).add(file);
links.filter(({ handsOn }) => !handsOn).forEach(count);
// What is handed on and nobody here imports is for others: whoever hands it on counts for them.
handedOn.filter((link) => !followed.has(link)).forEach(count);

console.table({
  ...Object.fromEntries(PRODUCT.map((folder) => [folder, linesBelow(folder)])),
  product: linesBelow(...PRODUCT),
  'comments of it, in %': Math.round((1000 * sum(product.map(commentsOf))) / linesBelow(...PRODUCT)) / 10,
  'bytes of its source': sum(
    product.filter((file) => /\.m?[jt]s$/.test(file)).map((file) => Buffer.byteLength(textOf(file))),
  ),
  examples: linesBelow('examples'),
  bench: linesBelow('bench'),
  tests: linesBelow('test'),
  fixtures: sum(tracked.filter(isFixture).map(linesOf)),
  'words of docs': sum(docs.map((file) => textOf(file).split(/\s+/).filter(Boolean).length)),
  'files of the product': sources.length,
  'lines of a file, median': at(0.5),
  'lines of a file, p90': at(0.9),
  'files with a single importer': [...readers.values()].filter(({ size }) => size === 1).length,
});
