import { conformingZone, DEPLOY, resultOf } from './conforming-zone';
import type { ConformingZone } from './conforming-zone';

/** What the status reports (docs/service.md 7.5). */
export interface MigrationStatus {
  readonly previous: 'enabled' | 'disabled';
  readonly next: 'enabled' | 'disabled';
  /** The word is not shown. */
  readonly state: unknown;
}

type Result = Readonly<Record<string, unknown>>;

/**
 * Reads the status without knowing its members, whose names are not shown: a member is the one that differs
 * between two zones which differ in what it reports.
 */
export async function readStatus(zone: ConformingZone): Promise<MigrationStatus> {
  const plain = conformingZone();
  const usual = await resultIn(plain);
  const previousOff = await resultIn(conformingZone({ previous_waf: { enabled: false } }));
  const nextOn = await resultIn(
    conformingZone({ rulesets: [{ phase: 'http_request_firewall_managed', rules: [DEPLOY] }] }),
  );
  const previous = onlyDifference(usual, previousOff);
  const next = onlyDifference(usual, nextOn);
  const { migration_state: start } = await plain.check();
  const [state = '', ...others] = Object.keys(usual).filter((member) => usual[member] === start);
  expect(others).toEqual([]);
  const result = await resultIn(zone);
  return {
    previous: between(result[previous], { enabled: usual[previous], disabled: previousOff[previous] }),
    next: between(result[next], { enabled: nextOn[next], disabled: usual[next] }),
    state: result[state],
  };
}

async function resultIn({ call }: ConformingZone): Promise<Result> {
  return resultOf(await call('GET', '/waf_migration/status')) as Result;
}

function onlyDifference(one: Result, other: Result): string {
  const [member = '', ...more] = Object.keys(one).filter((name) => one[name] !== other[name]);
  expect([member === '', more]).toEqual([false, []]);
  return member;
}

function between(value: unknown, words: { readonly enabled: unknown; readonly disabled: unknown }) {
  expect([words.enabled, words.disabled]).toContain(value);
  return value === words.enabled ? 'enabled' : 'disabled';
}
