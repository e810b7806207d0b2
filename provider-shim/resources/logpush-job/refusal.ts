import {
  isKnown,
  OBJECT_STORES,
  parseDestination,
  SETTING_ROWS,
  type PathStep,
  type Problem,
} from '../../../schema';
import { ServiceError } from '../../api';
import { destinationAttribute, writtenDestination, type WrittenDestination } from './destination';

/** The service's code for a refusal over the ownership of a destination (docs/internals/service.md 5.8). */
const OWNERSHIP_REFUSED = 1002;

/** The service's code for a destination that did not accept the test file. */
const DESTINATION_REFUSED = 1005;

/** The parts of the configuration that decide which attribute a refusal belongs to. */
export interface WrittenJob extends WrittenDestination {
  readonly ownership_challenge: string | null;
  readonly ownership_challenge_wo: string | null;
}

/** The attributes whose members have the same names at the service. */
const ATTRIBUTES: ReadonlySet<string> = new Set(SETTING_ROWS.map(([name]) => name));

/** A refusal of the service as a problem of the attribute that it names. Undefined for any other failure. */
export function refusalProblem(error: unknown, written: WrittenJob): Problem | undefined {
  if (!(error instanceof ServiceError) || error.outcome !== 'refused') return undefined;
  const { message, hint } = error.toProblem();
  const pointer = error.errors.find((one) => one.pointer !== undefined)?.pointer ?? '';
  const path = error.codes.includes(OWNERSHIP_REFUSED)
    ? [challengeAttribute(written)]
    : pathOf(pointer, written);
  if (path === undefined) return undefined;
  const more = error.codes.includes(DESTINATION_REFUSED) ? moreOf(path[0], written) : '';
  return { code: 'job_refused', path, message, hint: `${hint}${more}` };
}

/** A JSON pointer into a job as a path of attributes. */
function pathOf(pointer: string, written: WrittenJob): readonly PathStep[] | undefined {
  const [, name = ''] = pointer.split('/');
  switch (name) {
    case 'destination_conf':
      return [destinationAttribute(written)];
    case 'ownership_challenge':
      return [challengeAttribute(written)];
    default:
      return ATTRIBUTES.has(name) ? [name] : undefined;
  }
}

function challengeAttribute(written: WrittenJob): 'ownership_challenge' | 'ownership_challenge_wo' {
  return written.ownership_challenge_wo ? 'ownership_challenge_wo' : 'ownership_challenge';
}

/** The service tests HTTP receivers on every write, whatever changes (docs/internals/service.md 5.2). */
function moreOf(attribute: PathStep | undefined, written: WrittenJob): string {
  const destination = writtenDestination(written);
  const scheme = isKnown(destination) ? parseDestination(destination)?.scheme : undefined;
  const isTried = attribute === 'destination_conf' || attribute === 'destination_conf_wo';
  if (!isTried || scheme === undefined || OBJECT_STORES.has(scheme)) return '';
  return (
    ' The service tests the destination whenever the job is written, even when only something else changes: it ' +
    'sends a gzipped test file, and the receiver must answer with success. Check that it is up, and what it ' +
    'requires (headers are parameters such as header_Authorization=…).'
  );
}
