import {
  isKnown,
  OBJECT_STORES,
  parseDestination,
  SETTING_ROWS,
  type PathStep,
  type Problem,
} from '../../../schema';
import { refusedOfDestination, ServiceError } from '../../api';
import { destinationAttribute, writtenDestination, type WrittenDestination } from './destination';

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
  const refused = error.kind === 'invalid' ? refusedOfDestination(error.errors) : undefined;
  const path = refused === undefined ? pathOf(pointer, written) : pathOf(REFUSED[refused], written);
  if (path === undefined) return undefined;
  const more = refused === 'destination' ? moreOf(written) : '';
  return { code: 'job_refused', path, message, hint: `${hint}${more}` };
}

const REFUSED = { ownership: '/ownership_challenge', destination: '/destination_conf' } as const;

/** A JSON pointer into a job as a path of attributes. */
function pathOf(pointer: string, written: WrittenJob): readonly PathStep[] | undefined {
  const [, name = ''] = pointer.split('/');
  switch (name) {
    case 'destination_conf':
      return [destinationAttribute(written)];
    case 'ownership_challenge':
      return [written.ownership_challenge_wo ? 'ownership_challenge_wo' : 'ownership_challenge'];
    default:
      return ATTRIBUTES.has(name) ? [name] : undefined;
  }
}

/** The service tests HTTP receivers on every write, whatever changes (docs/internals/service.md 5.2). */
function moreOf(written: WrittenJob): string {
  const destination = writtenDestination(written);
  const scheme = isKnown(destination) ? parseDestination(destination)?.scheme : undefined;
  if (scheme === undefined || OBJECT_STORES.has(scheme)) return '';
  return (
    ' The service tests the destination whenever the job is written, even when only something else changes: it ' +
    'sends a gzipped test file, and the receiver must answer with success. Check that it is up, and what it ' +
    'requires (headers are parameters such as header_Authorization=…).'
  );
}
