import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as ts from 'typescript';
import { ROOT } from '../../support/language-service';

/** What the package exports under one of its names, e.g. `zonewright/emulator`. */
export interface EntryPoint {
  readonly name: string;
  /** The source that the declarations are made of, relative to the root, without its ending. */
  readonly source: string;
}

/** A name that the package exports, or a member of one. */
export interface PublicName {
  /** `LogpushJobProps.zoneId`. */
  readonly name: string;
  readonly symbol: ts.Symbol;
}

/** Each entry point of the package whose types are made of a source of its own. */
export function entryPoints(): readonly EntryPoint[] {
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
export function namesOf(program: ts.Program, { source }: EntryPoint): readonly PublicName[] {
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
