import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as ts from 'typescript';

export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * The published schema of the service, as the types of the vendor's TypeScript SDK hold it: those are generated from the
 * OpenAPI document, which no package registry has. They keep members, types, words, unions and what is required; patterns
 * and limits are lost.
 */
export interface PublishedSchema {
  /** Of the `result`, or of each item if the method is a list; undefined if the schema says that there is none. */
  answer(method: string): JsonSchema | undefined;
  isList(method: string): boolean;
  /** Of the object that the SDK splits into path, query and body; undefined if the method has none. */
  params(method: string): JsonSchema | undefined;
  /** Of a type that the SDK exports below `Cloudflare`, e.g. `ResponseInfo`. */
  type(name: string): JsonSchema;
}

/** The part of ts-json-schema-generator that is used. Its types are there only once the lane is installed. */
interface Generator {
  readonly DEFAULT_CONFIG: object;
  readonly SchemaGenerator: new (
    program: ts.Program,
    parser: unknown,
    formatter: unknown,
    config: object,
  ) => { createSchemaFromNodes(nodes: readonly ts.Node[]): JsonSchema };
  createParser(program: ts.Program, config: object): unknown;
  createFormatter(config: object): unknown;
}

const SDK = 'cloudflare-7';

/** Reads the types of the SDK; takes some seconds. */
export function publishedSchema(): PublishedSchema {
  const program = programOf(
    `import { Cloudflare } from '${SDK}';\nexport declare const client: Cloudflare;\n`,
  );
  const checker = program.getTypeChecker();
  const generator = jest.requireActual<Generator>('ts-json-schema-generator');
  const config = {
    ...generator.DEFAULT_CONFIG,
    skipTypeCheck: true,
    expose: 'none',
    topRef: false,
    jsDoc: 'extended',
    additionalProperties: true,
  };
  const schemas = new generator.SchemaGenerator(
    program,
    generator.createParser(program, config),
    generator.createFormatter(config),
    config,
  );

  const entry = program.getRootFileNames().map((name) => program.getSourceFile(name))[0];
  const moduleSymbol = entry && checker.getSymbolAtLocation(entry);
  const [client] = moduleSymbol === undefined ? [] : checker.getExportsOfModule(moduleSymbol);
  if (client === undefined) throw new Error(`${SDK} is not installed: run npm run test:clients`);
  const clientType = checker.getTypeOfSymbol(client);

  function declarationOf(method: string): ts.MethodDeclaration {
    const type = method.split('.').reduce((found, name) => {
      const property = checker.getPropertyOfType(found, name);
      if (property === undefined) throw new Error(`the SDK has no ${method}`);
      return checker.getTypeOfSymbol(property);
    }, clientType);
    return type.getCallSignatures()[0]?.declaration as ts.MethodDeclaration;
  }

  /** The item of `PagePromise<Page, Item>`, or the result of `APIPromise<Result>`. */
  function resultType(method: string): ts.TypeNode | undefined {
    return (declarationOf(method).type as ts.TypeReferenceNode).typeArguments?.at(-1);
  }

  const memo = new Map<ts.Node, JsonSchema>();
  function schemaOf(node: ts.Node): JsonSchema {
    const schema = memo.get(node) ?? schemas.createSchemaFromNodes([node]);
    memo.set(node, schema);
    return schema;
  }

  return {
    answer: (method) => {
      const type = resultType(method);
      return type === undefined || type.kind === ts.SyntaxKind.VoidKeyword ? undefined : schemaOf(type);
    },
    isList: (method) => declarationOf(method).type?.getText().startsWith('PagePromise') === true,
    params: (method) => {
      const type = declarationOf(method).parameters.at(-2)?.type;
      if (type === undefined) return undefined;
      const given = ts.isUnionTypeNode(type) ? type.types[0] : type;
      return given === undefined || !ts.isTypeReferenceNode(given) ? undefined : schemaOf(given);
    },
    type: (name) => {
      const symbol = clientType.symbol.exports?.get(name as ts.__String);
      const declared = symbol && checker.getDeclaredTypeOfSymbol(symbol).aliasSymbol;
      const node = (declared ?? symbol)?.declarations?.[0];
      if (node === undefined) throw new Error(`the SDK has no type ${name}`);
      return schemaOf(node);
    },
  };
}

function programOf(text: string): ts.Program {
  const folder = join(__dirname, '..', 'node_modules', '.cache');
  mkdirSync(folder, { recursive: true });
  // Two test files may read the SDK at the same time.
  const file = join(folder, `client-${randomUUID()}.ts`);
  writeFileSync(file, text);
  const program = ts.createProgram([file], {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.Node16,
    moduleResolution: ts.ModuleResolutionKind.Node16,
    strict: true,
    skipLibCheck: true,
    types: [],
  });
  rmSync(file);
  return program;
}
