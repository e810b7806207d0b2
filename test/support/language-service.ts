import { join } from 'node:path';
import * as ts from 'typescript';

/** The root of the checkout. */
export const ROOT = join(__dirname, '..', '..');

/** A file in memory, as an editor has it open: with the compiler's own language service and the checkout's settings. */
export class OpenFile {
  private text = '';
  private version = 0;
  private readonly path: string;
  private readonly service: ts.LanguageService;

  /**
   * @param name relative to the root; need not exist
   */
  constructor(name: string) {
    this.path = join(ROOT, name);
    const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (file) => ts.sys.readFile(file));
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
    this.service = ts.createLanguageService({
      ...ts.sys,
      useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
      getCompilationSettings: () => ({ ...options, types: ['node'] }),
      getScriptFileNames: () => [this.path],
      getScriptVersion: (file) => (file === this.path ? String(this.version) : '1'),
      getScriptSnapshot: (file) => {
        const content = this.read(file);
        return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
      },
      getCurrentDirectory: () => ROOT,
      getDefaultLibFileName: (of) => ts.getDefaultLibFilePath(of),
      fileExists: (file) => file === this.path || ts.sys.fileExists(file),
      readFile: (file) => this.read(file),
    });
  }

  /** Writes the file anew. */
  write(text: string): void {
    this.text = text;
    this.version += 1;
  }

  /** The program of what is written. */
  get program(): ts.Program {
    const program = this.service.getProgram();
    if (program === undefined) throw new Error(`The compiler makes no program of ${this.path}.`);
    return program;
  }

  /** What the compiler says against what is written; lines are counted from 0. */
  errors(): readonly { readonly line: number; readonly message: string }[] {
    const found = [
      ...this.service.getSyntacticDiagnostics(this.path),
      ...this.service.getSemanticDiagnostics(this.path),
    ];
    return found.map(({ messageText, file, start = 0 }) => ({
      line: file?.getLineAndCharacterOfPosition(start).line ?? 0,
      message: ts.flattenDiagnosticMessageText(messageText, '\n'),
    }));
  }

  /** What is offered at a position. */
  completions(position: number): readonly string[] {
    const offered = this.service.getCompletionsAtPosition(this.path, position, {});
    return (offered?.entries ?? []).map(({ name }) => name);
  }

  private read(file: string): string | undefined {
    return file === this.path ? this.text : ts.sys.readFile(file);
  }
}
