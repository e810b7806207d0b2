import { digestOf, savedRules } from '../../provider-shim/resources/migration/rules';
import type { JournalEntry } from '../../emulator';
import { killedCourse, type Course, type Finding, type Life } from './killed-course';
import { approved, BYSTANDER, NAMES, type Name } from './killed-zones';
import { inLane } from '../support/lane';
import { zoneIdOf } from './migrating-zones';
import { causeOf, KILLS_OF_EACH_CAUSE, killsInDisorder, someOfEachCause } from './migration-kills';

/**
 * What is left when an apply of migrations is killed at any moment: the next run finishes the job, and the service
 * never saw anything but what was approved.
 */
const SEED = Number(process.env['ZONEWRIGHT_TEST_SEED'] ?? 5);

/** Courses that run at the same time, each in a folder of its own; and the lives of their zones. */
const COURSES = 2;
const LIVES = inLane({ share: 1, whole: 2 });

/** How many kills of each cause there are. */
const OF_EACH_CAUSE = inLane({ share: 3, whole: KILLS_OF_EACH_CAUSE });

let courses: readonly Course[];

beforeAll(async () => {
  const kills = someOfEachCause(killsInDisorder(SEED), OF_EACH_CAUSE);
  courses = await Promise.all(
    Array.from({ length: COURSES }, (_, course) =>
      killedCourse(
        kills.filter((_kill, index) => index % COURSES === course),
        LIVES,
      ),
    ),
  );
});

const lives = (): readonly Life[] => courses.flatMap((course) => course.lives);

/** Each zone of each step, as it was found when the job was done. */
interface Found {
  readonly name: Name;
  readonly finding: Finding;
}

const found = (): readonly Found[] =>
  lives().flatMap(({ findings }) =>
    findings.flatMap((finding) => {
      const declared = NAMES.filter((name) => finding.step.zones[name] !== undefined);
      return declared.map((name) => ({ name, finding }));
    }),
  );

describe(`applies that are killed (ZONEWRIGHT_TEST_SEED=${SEED})`, () => {
  test('the engine is killed, the provider is killed and the connection is cut equally often', () => {
    const hits = courses.flatMap((course) => course.hits);
    const causes = hits.map(({ kill }) => causeOf(kill)).sort();
    expect(causes).toEqual(
      ['connection', 'engine', 'provider'].flatMap((cause) =>
        Array.from({ length: OF_EACH_CAUSE }, () => cause),
      ),
    );
  });

  test('no kill leaves a tainted object, or a state ahead of its zone', () => {
    const hits = courses.flatMap((course) => course.hits);
    expect(hits.filter(({ misjudged }) => misjudged.length > 0)).toEqual([]);
  });

  test('the next run completes the migration, and the plan after it is empty', () => {
    const seen = lives().flatMap(({ findings }) =>
      findings.map(({ step, planned, isLocked }) => [step.name, planned, isLocked]),
    );
    expect(seen).toEqual(seen.map(([step]) => [step, 0, false]));
  });

  test('each zone reaches its target, with exactly the approved rules', () => {
    const seen = found().map(({ name, finding }) => {
      const { stands, rules, overrides } = finding.zones[name];
      return [name, stands, overrides, rules.map(withoutNumbers)];
    });
    expect(seen).toEqual(
      found().map(({ name, finding }) => {
        const declared = finding.step.zones[name];
        return [name, declared?.target, 0, declared && approved(name, declared)];
      }),
    );
  });

  test('each migration is in the state once, not tainted, with the approved rules', () => {
    const seen = lives().flatMap(({ findings }) =>
      findings.map(({ state }) =>
        state.resources.flatMap(({ name, instances }) =>
          instances.map(({ status, deposed, attributes: { migration_state: stands, rules } }) => ({
            ...{ name, status, deposed, stands, digest: digestOf(rules as Parameters<typeof digestOf>[0]) },
          })),
        ),
      ),
    );
    expect(seen).toEqual(
      lives().flatMap(({ findings }) =>
        findings.map(({ step }) =>
          [...NAMES].sort().flatMap((name) => {
            const declared = step.zones[name];
            if (declared === undefined) return [];
            const digest = digestOf(savedRules(approved(name, declared)));
            return [{ name, status: undefined, deposed: undefined, stands: declared.target, digest }];
          }),
        ),
      ),
    );
  });

  test('no migration is finished without or before its acknowledgement', () => {
    for (const { unacknowledged, acknowledgedAfter, journal } of lives()) {
      expect(unacknowledged).toBe(1);
      const early = NAMES.flatMap((name) =>
        finishing(journal, name).filter(({ number }) => number <= (acknowledgedAfter.get(name) ?? Infinity)),
      );
      expect(early).toEqual([]);
    }
  });

  test('finishing takes effect once, and retries send the same', () => {
    for (const { journal } of lives())
      for (const name of NAMES) {
        const sent = finishing(journal, name);
        expect(sent.filter(({ servedStatus }) => servedStatus === 200)).toHaveLength(1);
        expect(sent.map(({ body }) => body)).toEqual(sent.map(() => sent[0]?.body));
      }
  });

  test('every update has exactly the rules of an applied configuration', () => {
    for (const { journal, steps } of lives())
      for (const name of NAMES) {
        const declared = steps.flatMap(({ zones: { [name]: zone } }) => (zone === undefined ? [] : [zone]));
        const digests = declared.map((zone) => digestOf(savedRules(approved(name, zone))));
        const updates = journal.filter(
          ({ operation, zoneId }) => operation === 'rulesets.entrypoint.update' && zoneId === zoneIdOf(name),
        );
        expect(updates.filter(({ body }) => !digests.includes(sentDigest(body)))).toEqual([]);
      }
  });

  test('no other zone is written to', () => {
    for (const { journal } of lives())
      expect(journal.filter(({ zoneId, method }) => zoneId === BYSTANDER && method !== 'GET')).toEqual([]);
  });
});

/** The updates that ask the service to finish, whether they took effect or not. */
function finishing(journal: readonly JournalEntry[], name: Name): readonly JournalEntry[] {
  return journal.filter(
    ({ zoneId, query }) =>
      zoneId === zoneIdOf(name) &&
      query['waf_migration'] !== undefined &&
      query['waf_migration'].join() !== 'validation',
  );
}

function sentDigest(body: unknown): string {
  return digestOf(savedRules((body as { readonly rules: Parameters<typeof savedRules>[0] }).rules));
}

/** A rule without what the service adds to it (docs/internals/service.md 3.2). */
function withoutNumbers(rule: object): object {
  const {
    id: _id,
    ref: _ref,
    version: _version,
    last_updated: _time,
    logging: _logging,
    action_parameters: parameters,
    ...rest
  } = rule as Readonly<Record<string, unknown>>;
  const { version: _executed, ...given } = parameters as Readonly<Record<string, unknown>>;
  return { ...rest, action_parameters: given };
}
