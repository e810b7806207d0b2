import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { SeedDocument } from '../../emulator';
import { logpushJobSchema, sameDestination, shownDestination, type JsonObject } from '../../schema';
import { withAnswer } from '../../provider-shim/zone-reader';
import { object, records } from '../copy/answers';
import { HIDDEN, hiddenDestination } from '../copy/secrets';
import { errorsIn, type Engine } from '../engine/run';
import { CommandFailure } from '../terminal/failure';
import { parseJson } from '../text/json';

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
    message: 'a stack is a folder with its configuration',
    seen: wrong.map((folder) => `${resolve(folder)} is no folder`),
    hints: ['name the folder in which you run the engine'],
  });
}

/** Our objects of a state. Those of other providers may hold anything. */
function ownResources(state: JsonObject): readonly JsonObject[] {
  return records(state['resources']).filter(isOwn);
}

function isOwn({ provider, mode }: JsonObject): boolean {
  return mode === 'managed' && /\/zonewright\/zone"\]/.test(String(provider));
}

/** A state with our objects alone, and without what the provider keeps for itself. */
export function shownState(state: JsonObject): JsonObject {
  const resources = ownResources(state).map((resource) => ({
    ...resource,
    instances: records(resource['instances']).map(({ private: _, ...instance }) => instance),
  }));
  return { ...state, outputs: {}, check_results: null, resources };
}

/** The destinations of a copy that have something hidden, by `zone/job`. */
export type HiddenDestinations = ReadonlyMap<string, string>;

export function hiddenDestinationsIn({ zones = [] }: SeedDocument): HiddenDestinations {
  return new Map(
    zones.flatMap(({ id: zone, logpush }) =>
      (logpush?.jobs ?? [])
        .filter(({ destination_conf: destination }) => destination.includes(HIDDEN))
        .map(({ id, destination_conf: destination }) => [`${zone}/${id}`, destination]),
    ),
  );
}

/**
 * A state for a copy: with what the copy has hidden of a destination, the service answers as it did when the job's destination
 * was sent. The provider compares answers with a fingerprint, so that a write-only destination, which nobody knows here,
 * agrees as a stored one does. A destination that differs in what both show stays a
 * difference.
 */
export function stateOnCopy(state: JsonObject, copied: HiddenDestinations): JsonObject {
  const agreed = (instance: JsonObject): JsonObject => {
    const { attributes, private: kept } = instance;
    const { zone_id: zone, job_id: job, destination_conf: stored, destination } = object(attributes);
    const answer = copied.get(`${String(zone)}/${String(job)}`);
    if (answer === undefined) return instance;
    const text = typeof stored === 'string' ? stored : null;
    const isSame =
      text === null
        ? shownDestination(answer) === destination
        : sameDestination(hiddenDestination(text), answer);
    const noted = isSame ? withAnswer(kept, text, answer) : undefined;
    return noted === undefined ? instance : { ...instance, private: noted };
  };
  const resources = records(state['resources']).map((resource) =>
    resource['type'] === logpushJobSchema.type && isOwn(resource)
      ? { ...resource, instances: records(resource['instances']).map(agreed) }
      : resource,
  );
  return { ...state, resources };
}

/** The job of each object of a state, as `zone/job`. */
export function jobsIn(state: JsonObject): readonly string[] {
  return ownResources(state)
    .filter(({ type }) => type === logpushJobSchema.type)
    .flatMap(({ instances }) => records(instances))
    .map(
      ({ attributes }) => `${String(object(attributes)['zone_id'])}/${String(object(attributes)['job_id'])}`,
    );
}
