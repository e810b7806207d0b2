import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createEmulator } from '../../emulator';

const RELEASES = join(__dirname, '..', 'fixtures', 'states');

/** The fixtures of every release: `VERSION/SET`. */
function sets(): readonly string[] {
  return readdirSync(RELEASES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => readdirSync(join(RELEASES, name)).map((set) => join(RELEASES, name, set)));
}

interface Stored {
  readonly type: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** As the engine keeps it: base64. */
  readonly private?: string;
}

/** Every object of the recorded states, as the engine stores it. */
export function storedObjects(): readonly Stored[] {
  return sets().flatMap((folder) => {
    const { resources } = JSON.parse(readFileSync(join(folder, 'terraform.tfstate'), 'utf8')) as {
      readonly resources: readonly {
        readonly type: string;
        readonly mode: string;
        readonly instances: readonly Omit<Stored, 'type'>[];
      }[];
    };
    return resources
      .filter(({ mode, type }) => mode === 'managed' && type.startsWith('zone_'))
      .flatMap(({ type, instances }) => instances.map((instance) => ({ type, ...instance })));
  });
}

/** The recorded services, as texts of seed files. */
export function snapshots(): readonly string[] {
  return sets().map((folder) => readFileSync(join(folder, 'service.json'), 'utf8'));
}

/** The configurations that made them, as texts. */
export function configurations(): readonly string[] {
  return sets().map((folder) => readFileSync(join(folder, 'main.tf.json'), 'utf8'));
}

/**
 * What the recorded services answer, as text: the paths below each of their zones.
 *
 * @param paths such as `rulesets/phases/http_log_custom_fields/entrypoint`
 */
export async function answers(paths: readonly string[]): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const snapshot of snapshots()) {
    const emulator = createEmulator({ seed: snapshot });
    const { token } = emulator.credentials();
    for (const { id } of emulator.control.zones())
      for (const path of paths) {
        const request = new Request(`http://127.0.0.1/client/v4/zones/${id}/${path}`, {
          headers: { authorization: `Bearer ${token}` },
        });
        found.add(await (await emulator.handle(request)).text());
      }
  }
  return [...found];
}
