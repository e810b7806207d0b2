import { invalidParameter } from '../errors/chosen';
import type { Refusal } from '../errors/refusal';
import type { Call } from '../http/operation';
import type { Phase } from './phases';
import { PHASES, isPhase } from './phases';

/** The phase that the path names. */
export function namedPhase({ parameters }: Call): { readonly phase: Phase } | { readonly refusal: Refusal } {
  const phase = parameters['phase'] ?? '';
  return isPhase(phase) ? { phase } : { refusal: invalidParameter('phase', phase, PHASES.join(' or ')) };
}
