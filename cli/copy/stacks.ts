import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { destinationFingerprint } from '../../provider-shim/zone-reader';
import { isRecord, logpushJobSchema, type JsonObject } from '../../schema';
import { errorsIn, type Engine } from '../engine/run';
import { CommandFailure } from '../terminal/failure';
import { parseJson } from '../text/json';
import { records } from './answers';
import type { Placeholders } from './placeholders';

/** A stack in one of its workspaces. */
export interface Stack {
  readonly workspace: string;
  /** Undefined if it has none yet. */
  readonly state?: JsonObject | undefined;
}

/**
 * Reads the state of a stack, wherever its backend keeps it. It writes nothing.
 *
 * @param engine in the stack's folder
 * @returns with what the engine said if the state cannot be read
 */
export async function readStack(engine: Engine): Promise<Stack & { readonly problem?: string }> {
  const shown = await engine.run(['workspace', 'show']);
  const workspace = shown.stdout.trim() || 'default';
  const pulled = shown.exitCode === 0 ? await engine.run(['state', 'pull']) : shown;
  const { exitCode, stdout, stderr } = pulled;
  if (exitCode !== 0) return { workspace, problem: errorsIn(stderr)[0] ?? stderr.trim() };
  return { workspace, ...(stdout.trim() !== '' && { state: parseJson(stdout) as JsonObject }) };
}

/** Folders of stacks, each once. @throws CommandFailure if one is none */
export function stackFolders(named: readonly string[]): readonly string[] {
  const folders = new Map(named.map((folder) => [resolve(folder), folder]));
  const wrong = [...folders.values()].filter(
    (folder) => !statSync(folder, { throwIfNoEntry: false })?.isDirectory(),
  );
  if (wrong.length === 0) return [...folders.values()];
  throw new CommandFailure({
    code: 'stack_folder',
    message: 'a stack is a folder with its configuration',
    seen: wrong.map((folder) => `${resolve(folder)} is no folder`),
    hints: ['name the folder in which you run the engine'],
  });
}

/** A stack's path in its repository, or from the current folder where there is none: by it a copy knows the stack. */
export function stackPath(folder: string): string {
  const real = realpathSync(folder);
  return relative(repositoryOf(real) ?? realpathSync('.'), real) || '.';
}

/** The folder of the repository that a folder is in. */
export function repositoryOf(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder;
  return folder === dirname(folder) ? undefined : repositoryOf(dirname(folder));
}

/** Our objects of a state. Those of other providers may hold anything. */
function ownResources(state: JsonObject): readonly JsonObject[] {
  return records(state['resources']).filter(
    ({ provider, mode }) => mode === 'managed' && /\/zonewright\/zone"\]/.test(String(provider)),
  );
}

/** What the service answers as the destinations of jobs, by `zone/job`. */
export type AnsweredDestinations = ReadonlyMap<string, string>;

/**
 * A state with our objects alone, and without their secrets, whose placeholders are known from then on.
 *
 * @param answered without secrets
 */
export function withoutSecrets(
  state: JsonObject,
  placeholders: Placeholders,
  answered: AnsweredDestinations = new Map(),
): JsonObject {
  const resources = ownResources(state).map((resource) => ({
    ...resource,
    instances: records(resource['instances']).map((instance) => {
      const hidden = { ...instance, attributes: placeholders.hide(instance['attributes']) };
      return resource['type'] === logpushJobSchema.type ? withFingerprint(hidden, answered) : hidden;
    }),
  }));
  return { ...state, outputs: {}, check_results: null, resources };
}

/** The provider compares the service's answer with a fingerprint of what it sent, and of what was answered then. */
function withFingerprint(instance: JsonObject, answered: AnsweredDestinations): JsonObject {
  const { attributes, private: kept } = instance;
  const noted: unknown = typeof kept === 'string' ? parseJson(Buffer.from(kept, 'base64').toString()) : {};
  const { destination: _, ...own } = isRecord(noted) ? noted : {};
  const { zone_id: zone, job_id: job, destination_conf: stored } = isRecord(attributes) ? attributes : {};
  const now = answered.get(`${String(zone)}/${String(job)}`);
  const fingerprint =
    typeof stored === 'string' ? { destination: destinationFingerprint(stored, now ?? stored) } : {};
  return { ...instance, private: Buffer.from(JSON.stringify({ ...own, ...fingerprint })).toString('base64') };
}
