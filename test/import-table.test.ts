import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { importsOf, sourcesBelow } from './support/imports';

/**
 * Who may import whom: the table of the architecture, which a newcomer reads first. A layer may always import
 * itself. `packages` are what it may take from outside; Node's own modules are free unless `pure` is set.
 */
const TABLE: Readonly<Record<string, Layer>> = {
  'schema/description': { layers: [], packages: [], pure: true },
  schema: { layers: ['schema/description'], packages: [], pure: true },
  lib: { layers: ['schema'], packages: ['cdktf', 'constructs'] },
  'provider-shim/sdk/protocol': { layers: [], packages: [] },
  'provider-shim/sdk/text': { layers: [], packages: [], pure: true },
  'provider-shim/sdk/plugin': { layers: ['provider-shim/sdk/text'], packages: [] },
  'provider-shim/sdk/values': { layers: ['schema/description'], packages: ['lossless-json'] },
  'provider-shim/sdk/framework': {
    layers: [
      'provider-shim/sdk/text',
      'provider-shim/sdk/values',
      'provider-shim/sdk/protocol',
      'schema/description',
    ],
    packages: [],
  },
  'provider-shim/sdk': {
    layers: [
      'provider-shim/sdk/protocol',
      'provider-shim/sdk/plugin',
      'provider-shim/sdk/framework',
      'schema/description',
    ],
    packages: [],
  },
  'provider-shim/api': {
    layers: ['provider-shim/sdk/text', 'schema', 'schema/description'],
    packages: ['undici'],
  },
  'provider-shim/records': {
    layers: ['provider-shim/sdk/text', 'schema', 'schema/description'],
    packages: [],
  },
  'provider-shim/resources': {
    layers: ['provider-shim/sdk/framework', 'provider-shim/api', 'provider-shim/records', 'schema'],
    packages: [],
  },
  'provider-shim/data-sources': {
    layers: ['provider-shim/sdk/framework', 'provider-shim/api', 'provider-shim/resources', 'schema'],
    packages: [],
  },
  'provider-shim/ephemeral': {
    layers: ['provider-shim/sdk/framework', 'provider-shim/api', 'provider-shim/resources', 'schema'],
    packages: [],
  },
  'provider-shim/zone-reader': {
    layers: [
      'provider-shim',
      'provider-shim/sdk/framework',
      'provider-shim/sdk/text',
      'provider-shim/api',
      'provider-shim/resources',
      'schema',
    ],
    packages: [],
  },
  'provider-shim': {
    layers: [
      'provider-shim/sdk/protocol',
      'provider-shim/sdk/plugin',
      'provider-shim/sdk/framework',
      'provider-shim/api',
      'provider-shim/records',
      'provider-shim/resources',
      'provider-shim/data-sources',
      'provider-shim/ephemeral',
      'provider-shim/sdk/text',
      'schema',
    ],
    packages: [],
  },
  emulator: {
    layers: [],
    packages: ['hono', '@hono/node-server', 'yaml'],
  },
  'cli/engine': { layers: ['lib'], packages: ['undici', 'fflate'] },
  testing: {
    layers: ['lib', 'schema', 'emulator', 'cli/engine'],
    packages: ['@jest/globals', 'vitest', 'undici'],
  },
  cli: {
    layers: [
      'cli/engine',
      'lib',
      'schema',
      'emulator',
      'provider-shim/sdk/text',
      'provider-shim/sdk/protocol',
      'provider-shim/zone-reader',
    ],
    packages: ['commander', 'picocolors', 'undici', 'fflate', 'yaml'],
  },
  examples: { layers: ['lib'], packages: ['zonewright', 'cdktf', 'constructs', '@cdktf/provider-null'] },
};

/**
 * How many lines of code each folder may have, as `node scripts/size.mjs` counts them: a row of the table above has the
 * files that are in no other row, and `test` those that are in no folder of it. CONTRIBUTING says how a cap is raised.
 */
const CAPS: Readonly<Record<string, number>> = {
  cli: 9532,
  'cli/engine': 815,
  emulator: 13576,
  lib: 5924,
  'provider-shim': 700,
  'provider-shim/api': 4146,
  'provider-shim/data-sources': 300,
  'provider-shim/ephemeral': 208,
  'provider-shim/records': 641,
  'provider-shim/resources': 9838,
  'provider-shim/sdk': 94,
  'provider-shim/sdk/framework': 3095,
  'provider-shim/sdk/plugin': 1445,
  'provider-shim/sdk/protocol': 1094,
  'provider-shim/sdk/text': 201,
  'provider-shim/sdk/values': 889,
  'provider-shim/zone-reader': 758,
  schema: 4954,
  'schema/description': 579,
  scripts: 1298,
  test: 403,
  'test/adopt': 1770,
  'test/browser': 236,
  'test/campaign': 3693,
  'test/cdktf-cli': 372,
  'test/cli': 3169,
  'test/clients': 225,
  'test/conformance': 1494,
  'test/docs': 276,
  'test/e2e': 13515,
  'test/emulator': 10365,
  'test/engines': 136,
  'test/fuzz': 1391,
  'test/lib': 5084,
  'test/migration-cli': 1014,
  'test/node-versions': 62,
  'test/packed': 230,
  'test/pipelines': 814,
  'test/provider-shim': 15990,
  'test/recorded-answers': 255,
  'test/refusals': 689,
  'test/released-states': 190,
  'test/release': 429,
  'test/review': 2254,
  'test/schema': 2487,
  'test/shaken': 179,
  'test/slow': 727,
  'test/support': 1388,
  'test/testing': 622,
  testing: 1696,
};

/** These may grow: what is measured, and what users read. */
const WITHOUT_CAP = ['bench', 'docs', 'examples'];

interface Layer {
  readonly layers: readonly string[];
  readonly packages: readonly string[];
  /** Not even Node's own modules. */
  readonly pure?: true;
}

const ROOT = join(__dirname, '..');
const LAYERS = Object.keys(TABLE).sort((a, b) => b.length - a.length);

describe('imports point one way', () => {
  test.each(Object.entries(TABLE))('%s keeps to its row of the table', (name, row) => {
    const files = sourcesBelow(join(ROOT, name)).filter((file) => layerOf(file) === name);
    expect(files).not.toEqual([]);
    const strays = files.flatMap((file) =>
      importsOf(file)
        .filter((target) => !allowed(name, row, target, file))
        .map((target) => `${relative(ROOT, file)} imports ${target}`),
    );
    expect(strays).toEqual([]);
  });

  test.each(['schema', 'lib', 'provider-shim', 'emulator', 'cli', 'testing'])(
    'no two folders of %s import each other, also by way of others',
    (layer) => {
      const folders = new Map<string, Set<string>>();
      // An index says what a folder offers, from wherever it is.
      for (const file of sourcesBelow(join(ROOT, layer)).filter((each) => basename(each) !== 'index.ts'))
        for (const target of importsOf(file).filter((each) => each.startsWith('.'))) {
          const path = resolve(dirname(file), target.replace(/\.js$/, ''));
          const [from, to] = [dirname(file), existsSync(join(path, 'index.ts')) ? path : dirname(path)];
          const own = to.startsWith(join(ROOT, layer)) && from !== to;
          if (own) folders.set(from, (folders.get(from) ?? new Set()).add(to));
        }
      const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
        [...(folders.get(from) ?? [])].some(
          (next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))),
        );
      expect([...folders.keys()].filter((each) => reaches(each, each))).toEqual([]);
    },
  );

  test('no file imports one that imports it', () => {
    const files = LAYERS.flatMap((layer) => sourcesBelow(join(ROOT, layer)));
    const known = new Set(files);
    const done = new Set<string>();
    const circle = (file: string, way: readonly string[]): readonly string[] | undefined => {
      if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
      if (done.has(file)) return undefined;
      for (const target of importsOf(file).filter((each) => each.startsWith('.'))) {
        const path = resolve(dirname(file), target.replace(/\.js$/, ''));
        const found = [`${path}.ts`, join(path, 'index.ts')].find((each) => known.has(each));
        const circular = found && circle(found, [...way, file]);
        if (circular) return circular;
      }
      done.add(file);
      return undefined;
    };
    const found = files.map((file) => circle(file, [])).find((each) => each !== undefined) ?? [];
    expect(found.map((file) => relative(ROOT, file))).toEqual([]);
  });

  test('only the gateway of the emulator turns a refusal into an answer', () => {
    const files = sourcesBelow(join(ROOT, 'emulator'));
    const catching = files.filter((file) => readFileSync(file, 'utf8').includes('instanceof Refusal'));
    expect(catching.map((file) => relative(ROOT, file))).toEqual([join('emulator', 'http', 'gateway.ts')]);
  });

  test('no folder or file has a name that says nothing', () => {
    const vague = LAYERS.flatMap((layer) => sourcesBelow(join(ROOT, layer)))
      .map((file) => relative(ROOT, file))
      .filter((file) => /(^|\/)(utils?|helpers?|common|misc|shared)(\/|\.)/.test(file));
    expect(vague).toEqual([]);
  });
});

describe('the size is held', () => {
  /** The lines of each file of code, and those that are comments. */
  const counted = Object.entries(
    JSON.parse(
      execFileSync(process.execPath, ['scripts/size.mjs', '--json'], { cwd: ROOT, encoding: 'utf8' }),
    ) as Record<string, readonly [number, number]>,
  );
  const lines: Record<string, number> = {};
  for (const [file, [count]] of counted)
    for (const folder of capped(file)) lines[folder] = (lines[folder] ?? 0) + count;

  const caps = process.env['ZONEWRIGHT_CAPS'] === 'write' ? writtenCaps(lines) : CAPS;

  test('no folder has more lines than its cap', () => {
    const problems = Object.keys({ ...caps, ...lines }).flatMap((folder) => {
      const [count = 0, cap = 0] = [lines[folder], caps[folder]];
      const instead = `Delete ${count - cap} lines there, or raise the cap as CONTRIBUTING.md ("How we write") says.`;
      if (count === 0) return [`${folder} has a cap, and no code. Delete its row in CAPS.`];
      if (cap === 0) return [`${folder} has ${count} lines, and no cap. Add a row to CAPS.`];
      return count > cap ? [`${folder} has ${count} lines, and its cap is ${cap}. ${instead}`] : [];
    });
    expect(problems).toEqual([]);
  });

  test('lines are as long as they were, and at least 11% of those of the product are comments', () => {
    expect(JSON.parse(readFileSync(join(ROOT, '.prettierrc.json'), 'utf8'))).toEqual({
      singleQuote: true,
      printWidth: 110,
    });
    const product = counted.filter(([file]) => capped(file).some((folder) => !/^test(\/|$)/.test(folder)));
    const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
    const share = sum(product.map(([, [, comments]]) => comments)) / sum(product.map(([, [all]]) => all));
    expect(share).toBeGreaterThanOrEqual(0.11);
  });
});

/** Replaces CAPS in this file by what is there now plus 2%. */
function writtenCaps(lines: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  const caps = Object.keys(lines)
    .sort()
    .map((folder) => [folder, Math.ceil(1.02 * (lines[folder] ?? 0))] as const);
  const rows = caps.map(([folder, cap]) => `  ${/\W/.test(folder) ? `'${folder}'` : folder}: ${cap},\n`);
  const text = readFileSync(__filename, 'utf8');
  writeFileSync(__filename, text.replace(/(?<=\nconst CAPS.*\{\n)[^}]*/, rows.join('')));
  return Object.fromEntries(caps);
}

/** The folder whose cap a file counts for: one, or none. */
function capped(file: string): readonly string[] {
  const [top = '', second = '', ...below] = file.split('/');
  if (second === '' || WITHOUT_CAP.includes(top)) return [];
  if (top === 'test') return [below.length === 0 ? top : `${top}/${second}`];
  return [layerOf(join(ROOT, file)) ?? top];
}

function allowed(name: string, row: Layer, target: string, file: string): boolean {
  if (target.startsWith('.')) {
    const layer = layerOf(resolve(dirname(file), target));
    return layer === name || (layer !== undefined && row.layers.includes(layer));
  }
  if (target.startsWith('node:') || builtinModules.includes(target)) return !row.pure;
  return row.packages.includes(packageOf(target));
}

function packageOf(target: string): string {
  return target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/');
}

function layerOf(path: string): string | undefined {
  const inTree = relative(ROOT, path).split(sep).join('/');
  return LAYERS.find((layer) => inTree === layer || inTree.startsWith(`${layer}/`));
}
