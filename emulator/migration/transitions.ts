import { invalidParameter } from '../service/chosen';
import type { Refusal } from '../service/refusal';
import { type Phase, MANAGED_PHASE } from '../rulesets/phases';
import { migrationIsFinishing, migrationIsOver } from './errors';
import type { MigrationState } from './migration';

/**
 * What an entry-point update asks for; the values of `waf_migration` without their aliases
 * (docs/internals/service.md 7.1).
 */
type Trigger = 'validation' | 'pending';

/** The condition of a transition. */
export type Condition = 'enterprise zone' | 'compatible zone' | 'new version enabled';

/** The states that an update can lead to; the end comes on its own. */
export type TransitionState = 'validation' | 'finishing';

/** What a trigger leads to. A transition to the same state only saves the configuration. */
type Transition =
  | { readonly conditions: readonly Condition[]; readonly next: TransitionState }
  | { readonly refusal: () => Refusal };

/** docs/internals/service.md 7.1, which does not show that a repeated trigger saves again, and that nothing leads back. */
export const TRANSITIONS: Readonly<Record<MigrationState, Readonly<Record<Trigger, Transition>>>> = {
  start: {
    validation: { conditions: ['enterprise zone', 'compatible zone'], next: 'validation' },
    pending: { conditions: ['compatible zone', 'new version enabled'], next: 'finishing' },
  },
  validation: {
    validation: { conditions: ['enterprise zone'], next: 'validation' },
    pending: { conditions: ['new version enabled'], next: 'finishing' },
  },
  finishing: {
    validation: { refusal: migrationIsFinishing },
    pending: { conditions: ['new version enabled'], next: 'finishing' },
  },
  finished: {
    validation: { refusal: migrationIsOver },
    pending: { refusal: migrationIsOver },
  },
};

/** The query parameter of an entry-point update that makes it a step of the migration (docs/internals/service.md 7.4). */
export const MIGRATION_PARAMETER = 'waf_migration';

/** The values of the parameter with their aliases (docs/internals/service.md 7.1). */
const TRIGGERS: ReadonlyMap<string, Trigger> = new Map([
  ['pending', 'pending'],
  ['1', 'pending'],
  ['validation', 'validation'],
  ['2', 'validation'],
]);

/** What the update asks for. The parameter may be sent once, and only for the phase of managed rules. */
export function readTrigger(query: URLSearchParams, phase: Phase): Trigger {
  const sent = query.getAll(MIGRATION_PARAMETER);
  const trigger = sent.length === 1 ? TRIGGERS.get(sent.join('')) : undefined;
  const values = [...TRIGGERS.keys()].join(' or ');
  if (trigger === undefined) throw invalidParameter(MIGRATION_PARAMETER, sent.join(', '), values);
  if (phase !== MANAGED_PHASE)
    throw invalidParameter(MIGRATION_PARAMETER, sent.join(''), `absent in the phase ${phase}`);
  return trigger;
}

/** The two procedures so far (docs/internals/service.md 7.2, eligibility; docs/internals/service.md 1.3). */
export type Procedure = 'phase one' | 'phase two';

const PARAMETER = 'phase_two';

/** The procedure that a request selects: phase two with `phase_two=1`, phase one without the parameter. */
export function readProcedure(query: URLSearchParams): Procedure {
  const sent = query.getAll(PARAMETER);
  if (sent.length === 0) return 'phase one';
  if (sent.every((value) => value === '1')) return 'phase two';
  throw invalidParameter(PARAMETER, sent.join(', '), '1');
}
