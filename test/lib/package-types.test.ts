import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import * as ts from 'typescript';
import { ROOT } from '../support/language-service';

/** A project of a user that has the package, in memory: it finds everything else that is installed here. */
const CONSUMER = join(ROOT, '.consumer');
const PACKAGE = join(CONSUMER, 'node_modules', 'zonewright');
const MANIFEST = readFileSync(join(ROOT, 'package.json'), 'utf8');

const { exports: EXPORTS } = JSON.parse(MANIFEST) as {
  readonly exports: Readonly<Record<string, string | { readonly types?: string }>>;
};

const PROGRAM = `
import type { TerraformStack } from 'cdktf';
import { LogpushJob, type LogpushJobProps, type OneOf } from 'zonewright';
import { startEmulator, type RunningEmulator } from 'zonewright/emulator';
import { startEmulatorProcess, type EmulatorProcess } from 'zonewright/testing';
import 'zonewright/testing/jest';
import 'zonewright/testing/global-setup';

export const jobOf = (stack: TerraformStack, props: LogpushJobProps): LogpushJob => new LogpushJob(stack, 'job', props);
export const running: Promise<RunningEmulator> = startEmulator({ port: 0 });
export const timestamps: OneOf<'unixnano' | 'unix' | 'rfc3339'> | undefined = ({} as LogpushJobProps).timestamps;
export const started: Promise<EmulatorProcess> = startEmulatorProcess();
// @ts-expect-error a destination is required
export const props: LogpushJobProps = { zoneId: '' };
// @ts-expect-error a port is a number
export const refused = startEmulator({ port: '0' });
`;

const { Node10, Node16, NodeNext } = ts.ModuleResolutionKind;
const { CommonJS, Node16: AsNode16, NodeNext: AsNodeNext } = ts.ModuleKind;

/** What was read for one way of resolution is good for the others. */
const parsed = new Map<string, ts.SourceFile>();

/** The declarations as a release has them, by their path in the package. */
const declarations = emitDeclarations();

describe.each([
  ['node10', 'program.ts', Node10, CommonJS],
  ['node16 from CommonJS', 'program.cts', Node16, AsNode16],
  ['nodenext', 'program.mts', NodeNext, AsNodeNext],
])('with %s module resolution', (_, name, moduleResolution, module) => {
  const file = join(CONSUMER, name);
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts'],
    module,
    moduleResolution,
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    // As from TypeScript 6 on, unless a user names some.
    types: [],
  };
  const host = hostOf(file, options);

  test.each(entryPoints())('%s is found', (path, types) => {
    const { resolvedModule } = ts.resolveModuleName(path, file, options, host);
    expect(resolvedModule && relative(PACKAGE, resolvedModule.resolvedFileName)).toBe(types);
  });

  test('a user program compiles, and its mistakes are found', () => {
    const program = ts.createProgram([file], options, host);
    expect(program.getOptionsDiagnostics().map(told)).toEqual([]);
    expect(errorsIn(program, (path) => path === file)).toEqual([]);
    // Of users who have their compiler look at declarations too; once is enough.
    if (moduleResolution !== NodeNext) return;
    expect(errorsIn(program, (path) => path.startsWith(PACKAGE))).toEqual([]);
  });
});

test('an ES module imports each export by name, like a CommonJS file', () => {
  const script = `
    import { createRequire } from 'node:module';
    const require = createRequire(process.cwd() + '/');
    for (const path of ['zonewright', 'zonewright/emulator']) {
      const imported = Object.keys(await import(path)).filter((name) => name !== 'default' && name !== 'module.exports');
      console.log(JSON.stringify([imported.sort(), Object.keys(require(path)).sort()]));
    }`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const lines = output.trim().split('\n');
  expect(lines).toHaveLength(2);
  for (const line of lines) {
    const [imported, required] = JSON.parse(line) as readonly [readonly string[], readonly string[]];
    expect(imported).not.toEqual([]);
    expect(imported).toEqual(required);
  }
});

/** Each entry point that has types, and the file that they are in. */
function entryPoints(): readonly (readonly [path: string, types: string])[] {
  return Object.entries(EXPORTS).flatMap(([path, target]) =>
    typeof target === 'object' && target.types !== undefined && declarations.has(join(target.types))
      ? [[join('zonewright', path), join(target.types)] as const]
      : [],
  );
}

function emitDeclarations(): ReadonlyMap<string, string> {
  const path = join(ROOT, 'tsconfig.types.json');
  const { config } = ts.readConfigFile(path, (file) => ts.sys.readFile(file));
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT, undefined, path);
  const emitted = new Map<string, string>();
  // `npm run typecheck` has checked the sources.
  const { emitSkipped } = ts
    .createProgram(fileNames, { ...options, noCheck: true })
    .emit(undefined, (file, text) => void emitted.set(relative(ROOT, file), text));
  expect(emitSkipped).toBe(false);
  return emitted;
}

/** The file system, with the project and the package in it. */
function hostOf(file: string, options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const files = new Map([
    [file, PROGRAM],
    [join(CONSUMER, 'package.json'), '{}'],
    [join(PACKAGE, 'package.json'), MANIFEST],
    ...[...declarations].map(([path, text]) => [join(PACKAGE, path), text] as const),
  ]);
  const folders = new Set([...files.keys()].flatMap((each) => [...parentsOf(each)]));
  // As for a file system, /a/./b and /a/b/ are /a/b.
  const readFile = (path: string): string | undefined => files.get(resolve(path)) ?? ts.sys.readFile(path);
  return {
    ...host,
    readFile,
    fileExists: (path) => files.has(resolve(path)) || ts.sys.fileExists(path),
    directoryExists: (path) => folders.has(resolve(path)) || ts.sys.directoryExists(path),
    realpath: (path) => (path.startsWith(CONSUMER) ? path : (ts.sys.realpath?.(path) ?? path)),
    getSourceFile: (path, version) => {
      const format = typeof version === 'object' ? version.impliedNodeFormat : undefined;
      const key = `${path} ${String(format)}`;
      const text = parsed.has(key) ? undefined : readFile(path);
      if (text !== undefined) parsed.set(key, ts.createSourceFile(path, text, version));
      return parsed.get(key);
    },
  };
}

function parentsOf(path: string): readonly string[] {
  const parent = join(path, '..');
  return parent === path ? [] : [parent, ...parentsOf(parent)];
}

function errorsIn(program: ts.Program, isMeant: (path: string) => boolean): readonly string[] {
  const files = program.getSourceFiles().filter(({ fileName }) => isMeant(fileName));
  expect(files).not.toEqual([]);
  return files.flatMap((each) => [
    ...program.getSyntacticDiagnostics(each).map(told),
    ...program.getSemanticDiagnostics(each).map(told),
  ]);
}

function told({ messageText, file }: ts.Diagnostic): string {
  return `${file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
}
