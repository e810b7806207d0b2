import type { DeclaredZone } from './declared-zone';
import type { Secret } from './destination';

/** A file of the generated project, with a path relative to its folder and `/` as separator. */
export interface OutputFile {
  readonly path: string;
  readonly text: string;
}

/** A written zone, as far as the files of the whole project need it. */
export interface WrittenZone {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  /** By address: the id of its import block. */
  readonly imports: Readonly<Record<string, string>>;
  readonly variables: readonly string[];
  /** The number of custom log fields. */
  readonly customFields: number;
}

/** A written project, as far as the next steps depend on it. */
export interface WrittenProject {
  /** Its folder, as a word of a command line. */
  readonly folder: string;
  readonly hasSecrets: boolean;
  /** The commands that install its packages, if it has any. */
  readonly installCommands: readonly string[];
}

/** A way to write a project. */
export interface Language {
  /** The file for the values of secrets. */
  readonly secretsFile: string;
  /** What `.gitignore` names: written first, so that it is there before there are secrets. */
  readonly ignored: readonly string[];
  /** The file of one zone, and the secrets whose variables are in it. */
  readonly zoneFile: (zone: DeclaredZone) => OutputFile & { readonly secrets: readonly Secret[] };
  /** Everything else, once all zones are written. @param version of this package */
  readonly projectFiles: (zones: readonly WrittenZone[], version: string) => readonly OutputFile[];
  /** The commands to run next in the folder where the adoption ran, one in each line. */
  readonly nextSteps: (project: WrittenProject) => readonly string[];
  /** How to undo the adoption after the first apply, in one or two lines. */
  readonly undoing: readonly string[];
}
