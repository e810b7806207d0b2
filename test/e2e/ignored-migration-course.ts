import fc from 'fast-check';
import { type TestService } from '../support/workspace';
import { CORE, MANAGED, SCORE_RULE, SUCCESSOR } from './equivalent-rules';
import { PHASE as MANAGED_PHASE, zoneIdOf } from './migrating-zones';

import { block, ignoredOf, NOTHING, numbered, type Block } from './ignored-blocks';

export const migrating = numbered('migrating-', 4);

const MIGRATION_ATTRIBUTES = [
  'target_state',
  'adjustments',
  'on_destroy',
  'timeouts',
  'delete_uri_overrides',
  'approved_digest',
];
const adjusted = (rule: string, change: object): Block => ({ [MANAGED]: { rules: { [rule]: change } } });
const migrationRound = fc.record({
  adjustments: fc.constantFrom<Block | undefined>(
    undefined,
    adjusted(SUCCESSOR['100043'], { action: 'log' }),
    adjusted(SUCCESSOR['100030'], { enabled: false }),
    { [CORE]: { rules: { [SCORE_RULE]: { action: 'log' } } } },
  ),
  on_destroy: fc.constantFrom('refuse', 'abandon'),
  timeouts: fc.constantFrom(undefined, { update: '1m' }),
  delete_uri_overrides: fc.boolean(),
  target_state: fc.constantFrom('validation', 'validation', 'finished'),
  ignored: ignoredOf(MIGRATION_ATTRIBUTES),
});

type MigrationRound = typeof migrationRound extends fc.Arbitrary<infer R> ? R : never;

export const migrationRounds = fc.array(migrationRound, {
  minLength: migrating.length,
  maxLength: migrating.length,
});

interface Migration {
  readonly finished: boolean;
  readonly adjustments: Block | undefined;
}

/** The migrations from round to round. They go one way, so what is declared follows what was reached. */
export class MigrationCourse {
  #reached: readonly Migration[] = migrating.map(() => ({ finished: false, adjustments: undefined }));

  constructor(private readonly service: TestService) {}

  next(rounds: readonly MigrationRound[], index: number): Block {
    const declared = rounds.map(({ ignored: chosen, target_state: target, ...config }, at) => {
      const { finished } = this.#reached[at] as Migration;
      const ignored = index === 0 ? NOTHING : chosen;
      const isKept = ignored.has('target_state') || ignored.has('all');
      const finishes = index > 0 && (target === 'finished' || (finished && !isKept));
      return { config, ignored, finishes, isKept };
    });
    this.#reached = declared.map(({ config, ignored, finishes, isKept }, at) => {
      const before = this.#reached[at] as Migration;
      return {
        finished: isKept ? before.finished : finishes,
        adjustments:
          ignored.has('adjustments') || ignored.has('all') ? before.adjustments : config.adjustments,
      };
    });
    return Object.fromEntries(
      declared.map(({ config, ignored, finishes }, at) => {
        const zone_id = zoneIdOf(migrating[at] ?? '');
        const target = finishes
          ? { target_state: 'finished', acknowledge_irreversible: zone_id }
          : { target_state: 'validation' };
        return [migrating[at], block({ zone_id, ...config, ...target }, ignored)];
      }),
    );
  }

  check(when: string): void {
    const seen = migrating.map((name) => {
      const { migration, rulesets } = this.service.emulator.control.zone(zoneIdOf(name));
      const rules = (rulesets.find(({ phase }) => phase === MANAGED_PHASE)?.rules ??
        []) as readonly object[] as readonly Block[];
      return { finished: migration.state === 'finished', adjusted: adjustedIn(rules) };
    });
    const expected = this.#reached.map(({ finished, adjustments }) => ({
      finished,
      adjusted: JSON.stringify(adjustments ?? {}),
    }));
    expect({ when, migrations: seen }).toEqual({ when, migrations: expected });
  }
}

/** Which of the adjustments of this test the rules have; the overrides that are generated have others. */
function adjustedIn(rules: readonly Block[]): string {
  const text = JSON.stringify(rules);
  const has = (rule: string, member: string): boolean =>
    new RegExp(`\\{[^{}]*"id":"${rule}"[^{}]*\\}`).exec(text)?.[0].includes(member) === true;
  if (has(SUCCESSOR['100043'], '"action":"log"'))
    return JSON.stringify(adjusted(SUCCESSOR['100043'], { action: 'log' }));
  if (has(SUCCESSOR['100030'], '"enabled":false'))
    return JSON.stringify(adjusted(SUCCESSOR['100030'], { enabled: false }));
  if (has(SCORE_RULE, '"action":"log"'))
    return JSON.stringify({ [CORE]: { rules: { [SCORE_RULE]: { action: 'log' } } } });
  return '{}';
}
