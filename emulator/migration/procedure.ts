import { invalidParameter } from '../errors/chosen';

/** The two procedures that there have been (docs/service.md 7.2, eligibility; docs/service.md 1.3). */
export type Procedure = 'phase one' | 'phase two';

const PARAMETER = 'phase_two';

/** The procedure that a request selects: phase two with `phase_two=1`, phase one without the parameter. */
export function readProcedure(query: URLSearchParams): Procedure {
  const sent = query.getAll(PARAMETER);
  if (sent.length === 0) return 'phase one';
  if (sent.every((value) => value === '1')) return 'phase two';
  throw invalidParameter(PARAMETER, sent.join(', '), '1');
}
