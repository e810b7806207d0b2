import { writeFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SynthesizedStack } from '../stacks/app-of-stacks';

/** What a stack under test uses instead of what it configures. */
export interface TestService {
  readonly baseUrl: string;
  readonly credentials: { readonly token: string };
  /** The file of the certificate that the provider must trust, if the service has one of its own. */
  readonly tls?: { readonly certificateFile: string };
}

/**
 * Writes an override file into each root module, so that nothing leaves the test: the provider talks to the emulator,
 * whatever address and credentials are configured, each state is a file in the workspace, and a stack that reads
 * another stack's state reads that file.
 *
 * @see https://developer.hashicorp.com/terraform/language/files/override
 */
export function writeOverrides(
  stacks: readonly SynthesizedStack[],
  service: TestService,
  stateOf: (name: string) => string,
): void {
  const read = stacks.map((stack) => ({ ...stack, configuration: readConfiguration(stack.folder) }));
  for (const { name, folder, configuration } of read) {
    const states = Object.entries(configuration.remoteStates).flatMap(([state, location]) => {
      const writer = read.find((other) => isSame(other.configuration.backend, location));
      return writer ? [[state, { backend: 'local', config: { path: stateOf(writer.name) } }] as const] : [];
    });
    const override = {
      terraform: { backend: { local: { path: stateOf(name) } } },
      ...providers(configuration, service),
      ...(configuration.secrets.length === 0 ? {} : { variable: placeholders(configuration.secrets) }),
      ...(states.length === 0 ? {} : { data: { terraform_remote_state: Object.fromEntries(states) } }),
    };
    writeFileSync(join(folder, 'zonewright_test_override.tf.json'), JSON.stringify(override, null, 2));
  }
}

/** A secret that is stored nowhere has no value in a test; one that the test gives takes precedence. */
function placeholders(names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, { default: `placeholder-for-${name}` }]));
}

function providers({ providers: all }: Configuration, service: TestService): object {
  if (all.length === 0) return {};
  const names = [...new Set(all.map(({ name }) => name))];
  const overridden = names.map((name) => [
    name,
    all
      .filter((one) => one.name === name)
      .map(({ alias }) => ({
        ...(alias === undefined ? {} : { alias }),
        base_url: service.baseUrl,
        api_token: service.credentials.token,
        email: null,
        api_key: null,
      })),
  ]);
  return { provider: Object.fromEntries(overridden) as object };
}

/** Whether one stack reads what another one writes: they agree in everything that both specify. */
function isSame(written: StateLocation | undefined, read: StateLocation): boolean {
  if (written?.backend !== read.backend) return false;
  const common = Object.keys(read.config).filter((name) => name in written.config);
  return (
    common.length > 0 &&
    common.every((name) => JSON.stringify(read.config[name]) === JSON.stringify(written.config[name]))
  );
}

/** A state that a root module reads or writes. */
interface StateLocation {
  /** Its type, such as `local` or `s3`. */
  readonly backend: string;
  readonly config: Readonly<Record<string, unknown>>;
}

/** What in a root module refers to something outside the test: services and states. */
interface Configuration {
  /** Configurations of the zone's provider: their local name and alias. */
  readonly providers: readonly { readonly name: string; readonly alias?: string }[];
  readonly backend: StateLocation | undefined;
  /** Ephemeral variables without a default. */
  readonly secrets: readonly string[];
  /** The data sources `terraform_remote_state`, by name. */
  readonly remoteStates: Readonly<Record<string, StateLocation>>;
}

type Members = Readonly<Record<string, unknown>>;

const SOURCE = /(^|\/)zonewright\/zone$/;

/** Reads the configuration of a folder in either syntax. */
function readConfiguration(folder: string): Configuration {
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
    secrets: documents.flatMap((document) =>
      Object.entries(list(at(document, 'variable'))[0] ?? {}).flatMap(([name, declared]) => {
        const { ephemeral, default: given, type = 'string' } = declared as Members;
        return ephemeral === true && given === undefined && type === 'string' ? [name] : [];
      }),
    ),
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
