import { readdirSync, readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import * as ts from 'typescript';
import { OpenFile, ROOT } from '../../support/language-service';

const file = new OpenFile('what-a-user-writes.ts');

/** What an editor shows of everything that a program can write of an entry point. */
const shown = entryPoints().map((entry) => {
  file.write(`import './${entry.source}';`);
  const { program } = file;
  const checker = program.getTypeChecker();
  const names = namesOf(program, entry).map(({ name, symbol }) => ({
    name,
    isOptional: (symbol.flags & ts.SymbolFlags.Optional) !== 0,
    isAny: (checker.getTypeOfSymbol(symbol).flags & ts.TypeFlags.Any) !== 0,
    isValue: (symbol.flags & ts.SymbolFlags.Value) !== 0,
    documentation: ts.displayPartsToString(symbol.getDocumentationComment(checker)),
    tags: symbol.getJsDocTags(checker).map((tag) => tag.name),
  }));
  return [entry.name, names] as const;
});

test.each(shown)(
  'an editor shows of %s a type and the documentation of every export and member',
  (_, names) => {
    expect(names.filter(({ isAny, isValue }) => isAny && isValue).map(({ name }) => name)).toEqual([]);
    expect(names.filter(({ documentation }) => documentation === '').map(({ name }) => name)).toEqual([]);
  },
);

test('an editor shows the default of a prop', () => {
  const [[, names] = ['', []]] = shown;
  const props = names.filter(({ isOptional }) => isOptional);
  expect(props.length).toBeGreaterThan(50);
  expect(props.filter(({ tags }) => !tags.includes('default')).map(({ name }) => name)).toEqual([]);
});

test.each([
  [
    'timestamps of a job',
    "new LogpushJob(0 as any, '', { timestamps: '|' });",
    ['unixnano', 'unix', 'rfc3339'],
  ],
  [
    'the type of the output',
    "new LogpushJob(0 as any, '', { outputOptions: { outputType: '|' } });",
    ['ndjson', 'csv'],
  ],
])('an editor completes the values of an enumeration: %s', (_, line, words) => {
  const text = `import { LogCustomFields, LogpushJob, ManagedRulesMigration } from 'zonewright';\n${line}`;
  file.write(text.replace('|', ''));
  expect([...file.completions(text.indexOf('|'))].sort()).toEqual([...words].sort());
});

const folder = join(ROOT, 'lib', 'props');
const written = readdirSync(folder).flatMap((name) => {
  const [first = '', ...rest] = readFileSync(join(folder, name), 'utf8').split('\n');
  const [, schema] = /from (\w+Schema):/.exec(first) ?? [];
  const names = [...rest.join('\n').matchAll(/^export interface (\w+)/gm)].map(([, each = '']) => each);
  return schema === undefined ? [] : [{ schema, names }];
});
const pairs: readonly (readonly [named: string, derived: string])[] = written.flatMap(({ schema, names }) => {
  const [given = ''] = names;
  const read = given.replace(/Arguments$/, 'References');
  return [
    [`props.${given}`, `PropsOf<typeof schema.${schema}>`] as const,
    ...(names.includes(read)
      ? [[`props.${read}`, `ReferencesTo<(typeof schema.${schema})['attributes']>`] as const]
      : []),
  ];
});

/**
 * Which pairs the compiler does not take for one and the same type: members, what is optional, and all that is
 * inside.
 */
const differing = (types: typeof pairs): readonly string[] => {
  const lines = types.map(
    ([named, derived], index) =>
      `export const same${index}: Same<${named}, ${derived}> = true; export const back${index} = [` +
      `(one: ${named}): ${derived} => one, (one: ${derived}): ${named} => one];`,
  );
  file.write(`${PREAMBLE}\n${lines.join('\n')}`);
  const wrong = new Set(file.errors().map(({ line }) => line - PREAMBLE.split('\n').length));
  return types.filter((_, index) => wrong.has(index)).map(([named]) => named);
};

test('the named interfaces equal the types of the schema for each schema of an object', () => {
  expect(written.length).toBeGreaterThanOrEqual(10);
  expect(differing(pairs)).toEqual([]);
});

const PREAMBLE = `import type * as schema from './schema';
import type * as props from './lib/props';
import type { PropsOf } from './lib/binding/props';
import type { ReferencesTo } from './lib/binding/references';
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;`;

/** Each entry point of the package whose types are made of a source of its own, by its path without the ending. */
function entryPoints() {
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, string | { readonly types?: string }>>;
  };
  return Object.entries(exports).flatMap(([path, target]) => {
    const types = typeof target === 'string' ? '' : target.types;
    const [, source = ''] = /^\.\/dist\/(.*)\.d\.ts$/.exec(types ?? '') ?? [];
    return existsSync(join(ROOT, `${source}.ts`)) ? [{ name: path.replace('.', 'zonewright'), source }] : [];
  });
}

/** The exports of an entry point with their public members, static ones included; none of one that only has effects. */
function namesOf(program: ts.Program, { source }: { readonly source: string }) {
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(join(ROOT, `${source}.ts`));
  if (file === undefined) throw new Error(`The program has no ${source}.`);
  const module = checker.getSymbolAtLocation(file);
  return (module === undefined ? [] : checker.getExportsOfModule(module)).flatMap((each) => {
    const symbol = each.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(each) : each;
    const isClass = (symbol.flags & ts.SymbolFlags.Class) !== 0;
    const sides = [
      ...(isClass || symbol.flags & ts.SymbolFlags.Interface
        ? [checker.getDeclaredTypeOfSymbol(symbol)]
        : []),
      ...(isClass ? [checker.getTypeOfSymbol(symbol)] : []),
    ];
    const members = sides.flatMap((type) => checker.getPropertiesOfType(type)).filter(isOurs);
    return [
      { name: each.name, symbol },
      ...members.map((member) => ({ name: `${each.name}.${member.name}`, symbol: member })),
    ];
  });
}

function isOurs({ name, declarations: [declaration] = [] }: ts.Symbol): boolean {
  const file = declaration?.getSourceFile().fileName ?? '';
  if (!/^[a-z]\w*$/i.test(name) || declaration === undefined) return false;
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  const isHidden = (ts.getCombinedModifierFlags(declaration) & hidden) !== 0;
  return !isHidden && file.startsWith(`${ROOT}/`) && !file.includes('/node_modules/');
}
