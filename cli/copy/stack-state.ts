import { statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { destinationFingerprint } from '../../provider-shim/zone-reader';
import { isRecord, logpushJobSchema, type JsonObject } from '../../schema';
import { errorsIn, type Engine } from '../engine/run';
import { CommandFailure } from '../terminal/failure';
import { parseJson } from '../text/json';
import { records } from './answers';
import type { Placeholders } from './placeholders';

/** The state of a stack and its workspace. */
export interface StackState {
  readonly workspace: string;
  readonly state: JsonObject;
}

/**
 * Reads the state of a stack, wherever its backend keeps it. It writes nothing.
 *
 * @returns undefined if the stack has none yet; what the engine said if it cannot be read
 */
export async function readStackState(engine: Engine): Promise<StackState | undefined | string> {
  const { exitCode, stdout, stderr } = await engine.run(['state', 'pull']);
  if (exitCode !== 0) return errorsIn(stderr)[0] ?? stderr.trim();
  if (stdout.trim() === '') return undefined;
  const workspace = (await engine.run(['workspace', 'show'])).stdout.trim() || 'default';
  return { workspace, state: parseJson(stdout) as JsonObject };
}

/** States by the folders of their stacks, relative to the current one. */
export type StackStates = Readonly<Record<string, StackState>>;

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

/** The name of a stack in a copy. */
export function stackKey(folder: string): string {
  return relative(process.cwd(), resolve(folder)) || '.';
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
  { workspace, state }: StackState,
  placeholders: Placeholders,
  answered: AnsweredDestinations = new Map(),
): StackState {
  const resources = ownResources(state).map((resource) => ({
    ...resource,
    instances: records(resource['instances']).map((instance) => {
      const hidden = { ...instance, attributes: placeholders.hide(instance['attributes']) };
      return resource['type'] === logpushJobSchema.type ? withFingerprint(hidden, answered) : hidden;
    }),
  }));
  return { workspace, state: { ...state, outputs: {}, check_results: null, resources } };
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
