import { inLane } from '../../support/lane';
import fc from 'fast-check';
import { FUZZ_SEED } from '../fuzz/batches';
import type { Emulator } from '../../../emulator';
import { caller } from '../client';
import { BUSINESS, FINISHED } from '../fuzz/fuzzed-zones';
import { expectInvariant, invariant, newEmulator } from './run-steps';
import { migrate, stepOf, takeStep } from './steps';

// Many requests: a busy machine takes longer than for other tests.
/** docs/internals/service.md 7.1: from each state on, never back. */
const ORDER = ['start', 'validation', 'finishing', 'finished'];

interface Status {
  readonly old_waf_status: string;
  readonly new_waf_status: string;
  readonly migration_state: string;
}

async function statusOf(emulator: Emulator): Promise<Status> {
  const { body } = await caller(emulator, BUSINESS)('GET', '/waf_migration/status');
  return body.result as Status;
}

function isProtected(status: Status): boolean {
  return status.old_waf_status === 'enabled' || status.new_waf_status === 'enabled';
}

/** A client that disables the previous version leaves the zone unprotected on purpose. */
const TURNS_OFF = ['waf.setting.update', 'waf.packages.update', 'waf.groups.update', 'waf.rules.update'];

const RUNS = inLane({ share: 20, whole: 150 });

describe('random sequences of migration steps', () => {
  it('never reverse a migration, and finished stays finished (docs/internals/service.md 7.1)', async () => {
    const reached = new Set<string>();
    await expectInvariant(
      invariant(
        ({ control }) => control.zones().map(({ id, migration }) => ({ id, migration })),
        (before, after) => {
          for (const [index, { id, migration }] of after.entries()) {
            reached.add(migration);
            const earlier = before[index]?.migration ?? 'start';
            expect(ORDER.indexOf(migration)).toBeGreaterThanOrEqual(ORDER.indexOf(earlier));
            if (id === FINISHED) expect(migration).toBe('finished');
          }
        },
      ),
    );
    expect([...reached].sort()).toEqual(ORDER.toSorted());
  });

  it('keep a zone protected at every moment of a migration in one step (docs/internals/service.md 7.2)', async () => {
    const step = stepOf({ without: TURNS_OFF });
    let begun = 0;
    let finished = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(step),
        fc.array(step, { maxLength: 40, size: 'max' }),
        async (first, then) => {
          const emulator = newEmulator();
          for (const each of first) await takeStep(emulator, each);
          if (
            !isProtected(await statusOf(emulator)) ||
            (await migrate(emulator, BUSINESS, 'pending')) !== 200
          )
            return;
          begun += 1;
          for (const each of [...then, { kind: 'time', milliseconds: 60_000 } as const]) {
            const status = await statusOf(emulator);
            expect([status, isProtected(status)]).toEqual([status, true]);
            if (status.migration_state === 'finished') {
              finished += 1;
              return;
            }
            await takeStep(emulator, each);
          }
          expect(isProtected(await statusOf(emulator))).toBe(true);
        },
      ),
      { numRuns: RUNS, seed: FUZZ_SEED },
    );
    expect(begun).toBeGreaterThan(RUNS / 3);
    expect(finished).toBeGreaterThan(RUNS / 15);
  });
});
