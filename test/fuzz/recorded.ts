import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createEmulator } from '../../emulator';

const FOLDER = join(__dirname, 'recorded');

interface Stored {
  readonly type: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** As the engine keeps it: base64. */
  readonly private?: string;
}

/** What one apply left behind: a few objects of the state, the configuration that made them and the service afterwards. */
interface Recorded {
  readonly configuration: unknown;
  readonly objects: readonly Stored[];
  /** A snapshot of the emulator. */
  readonly service: unknown;
}

const RECORDED = readdirSync(FOLDER).map(
  (file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Recorded,
);

/** Objects of every resource, as the engine stores them. */
export const storedObjects = (): readonly Stored[] => RECORDED.flatMap(({ objects }) => objects);

/** The recorded services, as texts of seed files. */
export const snapshots = (): readonly string[] => RECORDED.map(({ service }) => JSON.stringify(service));

/** The configurations, as texts. */
export const configurations = (): readonly string[] =>
  RECORDED.map(({ configuration }) => JSON.stringify(configuration));

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
