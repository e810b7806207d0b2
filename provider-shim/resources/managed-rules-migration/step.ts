import { isAhead, isIrreversible, type MigrationStep } from '../../../schema';
import { shownLosses, type Losses } from '../../managed-rules/losses';
import type { State } from './state';
import type { Survey } from './survey';

type Told = Pick<State, 'step' | 'irreversible' | 'finish' | 'taken_over'>;

/**
 * What a plan does at the service; undefined when that is nothing. A zone that finishes by itself between plan and apply
 * does not change it.
 */
export function stepOf(
  { standing, basis, saves, trigger }: Survey,
  state: Pick<State, 'migration_state'> | null,
): MigrationStep | undefined {
  if (basis.goesNoFurther) return 'delete URI overrides';
  if (trigger !== undefined && isAhead(trigger === 'pending' ? 'finished' : 'validation', standing.state))
    return trigger === 'pending' ? 'finish' : 'begin validation';
  if (saves) return 'save rules';
  if (state === null) return 'take over';
  return state.migration_state === 'finishing' ? 'wait for the finish' : undefined;
}

/**
 * What a reviewer has to know, as attributes that change in exactly the plan of the step: a saved plan keeps no warnings.
 * What finishing saves and loses stands in an attribute of its own, because its rules and losses are mostly those that
 * the state has had since validation, and the engine hides what does not change.
 *
 * @param zone as `zoneInWords` has it
 */
export function told(state: State | null, zone: string, found: Survey, losses: Losses | undefined): Told {
  const step = stepOf(found, state);
  const { shown, digest, reached, standing } = found;
  return {
    step: step ?? state?.step ?? null,
    irreversible: isIrreversible(reached),
    finish:
      step === 'finish'
        ? { zone, rules: shown, rules_digest: digest, ...shownLosses(losses ?? NOT_LOOKED_FOR) }
        : (state?.finish ?? null),
    taken_over: state === null ? standing.state !== 'start' : state.taken_over,
  };
}

const NOT_LOOKED_FOR: Losses = { known: [], unknownBecause: 'It was not looked for.' };
