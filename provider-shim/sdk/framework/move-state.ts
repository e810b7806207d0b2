import type { Identified, MoveSource, AnyResource, Call } from './resource';
import { isRecord, type JsonObject } from '../../../schema/description';
import { readJsonTree, ValueError, type Value } from '../values';
import { type Explanation, reportFailure } from './diagnostics';
import { stubOf } from './import-state';

/** An object of another resource type, as it is in the state. */
export interface MoveRequest {
  /** The source address of its provider, such as `registry.terraform.io/cloudflare/cloudflare`. */
  readonly provider: string;
  readonly type: string;
  readonly version: number;
  /** Its attributes; empty when Terraform 0.11 or older wrote them. */
  readonly json: string;
}

/** Private state: the id by which the next read imports an object that was moved here. */
const IMPORT_ID = 'moved';

/** The id of a moved object that was not read yet; undefined for any other object. */
export function movedId({ privateState }: Call): string | undefined {
  return privateState.text(IMPORT_ID);
}

/** Notes that a moved object has been read. */
export function forgetMoved({ privateState }: Call): void {
  privateState.set(IMPORT_ID, undefined);
}

/** Says that a moved object was not read: nothing of it but its id is known, so apply does nothing with it. */
export function movedUnread(type: string): Explanation {
  return {
    message: `This ${type} was moved here from another resource type, and has not been read yet.`,
    hint:
      'Apply is refused until it has been read: plan without -refresh=false. If the configuration of the provider is known only after apply, first apply what it ' +
      'comes from (-target).',
  };
}

/** What an object of another type becomes until it is read; undefined when a diagnostic says why it cannot move. */
export function moveResource<C>(
  resource: AnyResource<C>,
  request: MoveRequest,
  call: Call,
): Value | undefined {
  const { diagnostics, privateState } = call;
  try {
    const identified = identify(resource, request);
    if (!('importId' in identified)) return void diagnostics.error(identified);
    const stub = stubOf(resource.schema, identified.known);
    privateState.set(IMPORT_ID, identified.importId);
    return stub;
  } catch (error) {
    return void reportFailure(error, diagnostics, call.log);
  }
}

function identify<C>(resource: AnyResource<C>, request: MoveRequest): Identified<unknown> | Explanation {
  const { schema, moveSources = [] } = resource;
  const source = moveSources.find(
    ({ type, providers }) => type === request.type && isFrom(request, providers),
  );
  if (!source) return sourceNotAllowed(schema.type, moveSources, request);
  if (!source.versions.includes(request.version)) return versionUnknown(source, request);
  const state = request.json === '' ? 'Terraform 0.11 or older wrote it' : storedAttributes(request.json);
  return typeof state === 'string' ? stateDamaged(request, state) : source.identify(state);
}

/** Mirrors and forks of the registry have other hosts. */
function isFrom({ provider }: MoveRequest, sources: readonly string[]): boolean {
  return sources.includes(provider.slice(provider.indexOf('/') + 1));
}

function sourceNotAllowed(
  target: string,
  sources: readonly MoveSource<unknown>[],
  { type, provider }: MoveRequest,
): Explanation {
  const message = `${type} of the provider ${provider} cannot be moved to ${target}.`;
  const stays = 'Remove the moved block; an import block takes the object over instead.';
  if (sources.length === 0)
    return {
      message,
      hint:
        'No other resource type can. Remove the moved block and declare the object; an import block takes it over, if it can ' +
        'be imported. A removed block with destroy = false, or `terraform state rm`, forgets the old one.',
    };
  const allowed = sources.map(({ type: from, providers: [by] }) => `${from} (${by})`).join(', ');
  return { message, hint: `These can: ${allowed}. ${stays}` };
}

function versionUnknown({ versions }: MoveSource<unknown>, { type, version }: MoveRequest): Explanation {
  const known = [...versions].sort((a, b) => a - b).join(', ');
  return {
    message: `The state of this ${type} has schema version ${version}, which this provider cannot read.`,
    hint:
      `Versions that can be moved: ${known}. If a newer version of its provider wrote it, update this provider, or replace the ` +
      'moved block with an import block and a removed block with destroy = false for the old address.',
  };
}

function stateDamaged({ type }: MoveRequest, damage: string): Explanation {
  return {
    message: `The state of this ${type} cannot be read: ${damage}.`,
    hint:
      'Restore the state file from a backup, or replace the moved block with an import block and a removed block with ' +
      'destroy = false for the old address.',
  };
}

/** The attributes of a state as it is stored, or what is wrong with them. */
function storedAttributes(json: string): JsonObject | string {
  try {
    const tree = readJsonTree(json);
    return isRecord(tree) ? tree : 'its attributes are not an object';
  } catch (error) {
    if (error instanceof ValueError) return error.message;
    throw error;
  }
}
