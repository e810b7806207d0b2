import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isRecord } from '../../schema';
import { parseJson } from '../text/json';
import { COMPARES_SECRET, NAMES_SECRET, PLAIN, Placeholders, RANDOM } from './placeholders';

/** Texts by the names of variables, without secrets. */
export type Variables = Readonly<Record<string, string>>;

/** The texts that an engine gives the variables of a stack by itself: of the environment, then of files; the last one counts. */
export function variablesOf(folder: string, env: NodeJS.ProcessEnv): Variables {
  const named = Object.entries(env).flatMap(([name, value = '']): [string, string][] =>
    name.startsWith(IN_ENVIRONMENT) ? [[name.slice(IN_ENVIRONMENT.length), value]] : [],
  );
  // As the engine reads them: terraform.tfvars before the others.
  const files = filesOf(folder, /^terraform\.tfvars(\.json)?$|\.auto\.tfvars(\.json)?$/);
  const order = (file: string): string => basename(file).replace(/^terraform\.tfvars/, '');
  const read = files.sort((one, other) => (order(one) < order(other) ? -1 : 1)).flatMap(assignmentsIn);
  return Object.fromEntries([...named, ...read]);
}

export const IN_ENVIRONMENT = 'TF_VAR_';

/**
 * Variables for a rehearsal that has none: as they are if they are words or numbers, or the copy has their values anyway;
 * otherwise with placeholders. Lists and maps are left out, and short secrets.
 *
 * @param copied the texts of the copy
 */
export function withPlaceholders(
  variables: Variables,
  copied: ReadonlySet<string>,
  hidden: ReadonlySet<string>,
): Variables {
  const placeholders = new Placeholders();
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => {
      if (copied.has(value)) return [[name, value]];
      const [first = '', ...others] = spellings(value).map((each) => placeholders.of(each));
      const found = [first, ...others].find((each) => hidden.has(each));
      if (found !== undefined) return [[name, found]];
      if (PLAIN.test(value) && !NAMES_SECRET.test(name)) return [[name, value]];
      return LEFT_OUT.test(value) ? [] : [[name, first]];
    }),
  );
}

/** What has no placeholder: a short text, a list or a map. */
const LEFT_OUT = /^(?:.{0,7}|[[{].*)$/s;

/** Texts that may be secrets: of variables in the environment and in files, and of conditions in the configuration. */
export function textsOf(
  env: NodeJS.ProcessEnv,
  folders: readonly string[],
  varFiles: readonly string[],
): readonly string[] {
  const named = Object.entries(env).flatMap(([name, value = '']) =>
    name.startsWith(IN_ENVIRONMENT) ? [value] : [],
  );
  const files = [...folders.flatMap((folder) => filesOf(folder, /\.tfvars(\.json)?$/)), ...varFiles];
  const assigned = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/"((?:[^"\\\n]|\\.)*)"/g)].map(([, text = '']) => plain(text)),
  );
  const configuration = folders.flatMap((folder) => filesOf(folder, /\.(tf|tofu)(\.json)?$/));
  const compared = configuration.flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n');
    return lines.flatMap((line) => [
      ...(COMPARES_SECRET.test(line) ? line.split(/\\?"/) : []),
      ...((line.includes('http.') && line.match(RANDOM)) || []),
    ]);
  });
  return [...new Set([...named, ...assigned, ...compared].flatMap(spellings))].filter((text) => text !== '');
}

/** How a secret may stand in a URL. */
function spellings(secret: string): readonly string[] {
  return [secret, encodeURIComponent(secret)];
}

/** Without the backslashes before quotation marks and others. */
function plain(text: string): string {
  return text.replace(/\\(["\\])/g, '$1');
}

function filesOf(folder: string, names: RegExp): string[] {
  return readdirSync(folder)
    .filter((name) => names.test(name))
    .map((name) => join(folder, name));
}

/** The texts that a file of variables assigns; not those within lists and maps. */
function assignmentsIn(file: string): readonly (readonly [string, string])[] {
  const text = readFileSync(file, 'utf8');
  if (file.endsWith('.json')) {
    const document = parseJson(text);
    return Object.entries(isRecord(document) ? document : {}).flatMap(([name, value]) =>
      value !== null && typeof value !== 'object' ? [[name, String(value)] as const] : [],
    );
  }
  let depth = 0;
  return [...text.matchAll(TOKEN)].flatMap(([token, name, value, scalar]) => {
    depth += token === '{' || token === '[' ? 1 : token === '}' || token === ']' ? -1 : 0;
    const assigned = value ?? scalar;
    return name !== undefined && assigned !== undefined && depth === 0
      ? [[name, plain(assigned)] as const]
      : [];
  });
}

/** What matters in a file of variables: an assignment of a text, number or boolean, another text, a comment, a bracket. */
const TOKEN =
  /([\w-]+)[ \t]*=[ \t]*(?:"((?:[^"\\\n]|\\.)*)"|([\w.-]+))|"(?:[^"\\\n]|\\.)*"|#.*|\/\/.*|\/\*[^]*?\*\/|[[\]{}]/g;
