import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A state that a root module reads or writes. */
export interface StateLocation {
  /** Its type, such as `local` or `s3`. */
  readonly backend: string;
  readonly config: Readonly<Record<string, unknown>>;
}

/** What in a root module refers to something outside the test: services and states. */
export interface Configuration {
  /** Configurations of the zone's provider: their local name and alias. */
  readonly providers: readonly { readonly name: string; readonly alias?: string }[];
  readonly backend: StateLocation | undefined;
  /** The data sources `terraform_remote_state`, by name. */
  readonly remoteStates: Readonly<Record<string, StateLocation>>;
}

type Members = Readonly<Record<string, unknown>>;

const SOURCE = /(^|\/)zonewright\/zone$/;

/** Reads the configuration of a folder in either syntax. */
export function readConfiguration(folder: string): Configuration {
  const files = readdirSync(folder).map((name) => ({ name, path: join(folder, name) }));
  const documents = files
    .filter(({ name }) => name.endsWith('.tf.json'))
    .map(({ path }) => JSON.parse(readFileSync(path, 'utf8')) as Members);
  const text = files
    .filter(({ name }) => name.endsWith('.tf'))
    .map(({ path }) => readFileSync(path, 'utf8'))
    .join('\n');
  return {
    providers: [...documents.flatMap(providersOfDocument), ...providersOfText(text)],
    backend: documents.map(backendOf).find((found) => found !== undefined),
    remoteStates: Object.assign({}, ...documents.map(remoteStatesOf)) as Configuration['remoteStates'],
  };
}

function providersOfDocument(document: Members): Configuration['providers'] {
  const required = list(at(document, 'terraform')).flatMap((block) =>
    list(at(block, 'required_providers')).flatMap((entries) => Object.entries(entries)),
  );
  const names = required
    .filter(([, entry]) => SOURCE.test(String((entry as Members | undefined)?.['source'])))
    .map(([name]) => name);
  return [...new Set(names)].flatMap((name) =>
    list(at(at(document, 'provider'), name)).map(({ alias }) => ({
      name,
      ...(typeof alias === 'string' ? { alias } : {}),
    })),
  );
}

/** The same in HCL: a provider block has no nested blocks, and no unpaired brace in a string. */
function providersOfText(text: string): Configuration['providers'] {
  const required = /(\w+)\s*=\s*\{[^{}]*?source\s*=\s*"([^"]*)"/g;
  const names = [...text.matchAll(required)]
    .filter(([, , source]) => SOURCE.test(source ?? ''))
    .map(([, name = '']) => name);
  return [...new Set(names)].flatMap((name) =>
    [...text.matchAll(new RegExp(String.raw`^\s*provider\s+"${name}"\s*\{([^}]*)\}`, 'gm'))].map(
      ([, body]) => {
        const [, alias] = /^\s*alias\s*=\s*"([^"]+)"/m.exec(body ?? '') ?? [];
        return { name, ...(alias === undefined ? {} : { alias }) };
      },
    ),
  );
}

function backendOf(document: Members): StateLocation | undefined {
  const [found] = list(at(document, 'terraform')).flatMap((block) =>
    list(at(block, 'backend')).flatMap((backends) => Object.entries(backends)),
  );
  return found && { backend: found[0], config: list(found[1])[0] ?? {} };
}

function remoteStatesOf(document: Members): Configuration['remoteStates'] {
  const named = list(at(at(document, 'data'), 'terraform_remote_state'));
  return Object.fromEntries(
    named.flatMap((states) =>
      Object.entries(states).map(([name, state]) => {
        const { backend, config } = state as { readonly backend?: unknown; readonly config?: unknown };
        return [name, { backend: String(backend), config: list(config)[0] ?? {} }];
      }),
    ),
  );
}

function at(value: unknown, name: string): unknown {
  return list(value)[0]?.[name];
}

/** A block, or a list of blocks, as a list: the JSON syntax allows both. */
function list(value: unknown): readonly Members[] {
  if (value === undefined || value === null) return [];
  return (Array.isArray(value) ? value : [value]) as readonly Members[];
}
