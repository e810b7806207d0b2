import { existsSync, readFileSync } from 'node:fs';
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
    // The example imports what users do.
    packages: ['zonewright'],
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
    layers: [
      'provider-shim/sdk/framework',
      'provider-shim/sdk/text',
      'provider-shim/api',
      'provider-shim/records',
      'schema',
    ],
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
      'provider-shim/sdk/text',
      'schema',
    ],
    packages: [],
  },
  emulator: {
    layers: [],
    packages: ['hono', '@hono/node-server', 'yaml'],
  },
  'cli/engine': { layers: ['lib'], packages: [] },
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
      expect(folders.size).toBeGreaterThan(0);
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
