import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as ts from 'typescript';
import { ROOT } from '../../support/language-service';

/** What the package exports under one of its names, e.g. `zonewright/emulator`. */
export interface EntryPoint {
  readonly name: string;
  /** The source that the declarations are made of, relative to the root. */
  readonly source: string;
}

/** A name that the package exports, or a member of one. */
export interface PublicName {
  /** `LogpushJobProps.zoneId`. */
  readonly name: string;
  readonly symbol: ts.Symbol;
  /** A statement that uses it; an editor is asked what stands behind the last dot. `it` is the entry point. */
  readonly use: string;
}

interface PackageJson {
  readonly exports: Readonly<Record<string, string | { readonly types?: string }>>;
}

/** Each entry point of the package whose types are made of a source of its own. */
export function entryPoints(): readonly EntryPoint[] {
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as PackageJson;
  return Object.entries(exports).flatMap(([path, target]) => {
    const types = typeof target === 'string' ? undefined : target.types;
    const [, source] = (types !== undefined && /^\.\/dist\/(.*)\.d\.ts$/.exec(types)) || [];
    const isSource = source !== undefined && existsSync(join(ROOT, `${source}.ts`));
    return !isSource ? [] : [{ name: path.replace('.', 'zonewright'), source: `${source}.ts` }];
  });
}

/** The exports of an entry point, in the order of its file; none of one that only has effects. */
export function exportsOf(program: ts.Program, { source }: EntryPoint): readonly PublicName[] {
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(join(ROOT, source));
  if (file === undefined) throw new Error(`The program has no ${source}.`);
  const found = checker.getSymbolAtLocation(file);
  if (found === undefined) return [];
  return checker.getExportsOfModule(found).map((each) => {
    const symbol = each.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(each) : each;
    const isValue = (each.flags & ts.SymbolFlags.Value) !== 0 || isExportedValue(each, symbol);
    const use = isValue ? `void it.${each.name}` : `type Used = it.${each.name}`;
    return { name: each.name, symbol, use: isGeneric(symbol) ? `type Used = it.${each.name}<never>` : use };
  });
}

/** How the instances of the classes among some names are made. */
export function constructorsOf(names: readonly PublicName[]): readonly PublicName[] {
  return names
    .filter(({ symbol, use }) => symbol.flags & ts.SymbolFlags.Class && use.startsWith('void'))
    .map(({ name, symbol }) => ({ name: `new ${name}`, symbol, use: `new it.${name}` }));
}

/** The public members of a name that are declared in this project, static ones included. */
export function membersOf(program: ts.Program, { name, symbol }: PublicName): readonly PublicName[] {
  if (isGeneric(symbol)) return [];
  const checker = program.getTypeChecker();
  const sides: readonly (readonly [ts.Type, string])[] = [
    ...(symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface)
      ? [[checker.getDeclaredTypeOfSymbol(symbol), `({} as it.${name})`] as const]
      : []),
    ...(symbol.flags & ts.SymbolFlags.Class
      ? [[checker.getTypeOfSymbol(symbol), `it.${name}`] as const]
      : []),
  ];
  return sides.flatMap(([type, from]) =>
    checker
      .getPropertiesOfType(type)
      .filter((member) => isOurs(member) && /^[a-z]\w*$/i.test(member.name))
      .map((member) => ({
        name: `${name}.${member.name}`,
        symbol: member,
        use: `void ${from}.${member.name}`,
      })),
  );
}

/** Whether a member may be left out. */
export function isOptional({ symbol }: PublicName): boolean {
  return (symbol.flags & ts.SymbolFlags.Optional) !== 0;
}

/** A file that uses names of an entry point, and where in it an editor is asked about each. */
export function usesOf(
  { source }: EntryPoint,
  names: readonly PublicName[],
): { readonly text: string; readonly positions: readonly number[] } {
  let text = `import * as it from './${source.replace(/\.ts$/, '')}';\n`;
  const positions = names.map(({ use }, index) => {
    text += use.replace('type Used', `export type Used${index}`);
    const position = text.lastIndexOf('.') + 1;
    text += ';\n';
    return position;
  });
  return { text, positions };
}

function isExportedValue(exported: ts.Symbol, symbol: ts.Symbol): boolean {
  const isTypeOnly = exported.declarations?.some((each) => ts.isTypeOnlyImportOrExportDeclaration(each));
  return !isTypeOnly && (symbol.flags & ts.SymbolFlags.Value) !== 0;
}

function isGeneric({ declarations = [] }: ts.Symbol): boolean {
  return declarations.some(
    (each) =>
      (ts.isClassDeclaration(each) || ts.isInterfaceDeclaration(each) || ts.isTypeAliasDeclaration(each)) &&
      each.typeParameters !== undefined,
  );
}

function isOurs({ declarations = [] }: ts.Symbol): boolean {
  const [declaration] = declarations;
  const file = declaration?.getSourceFile().fileName ?? '';
  if (declaration === undefined || !file.startsWith(`${ROOT}/`) || file.includes('/node_modules/'))
    return false;
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  return !(ts.getCombinedModifierFlags(declaration) & hidden);
}
