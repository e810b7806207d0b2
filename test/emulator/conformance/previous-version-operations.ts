import { corePackage, OVERRIDE, OVERRIDES, PACKAGES, SWITCH } from './previous-version';
import type { ConformingZone } from './conforming-zone';
import { resultOf } from './conforming-zone';

export const OVERRIDE_ID = 'd'.repeat(32);

/** Paths of what the previous version has. */
interface Places {
  readonly corePackage: string;
  readonly group: string;
  readonly rule: string;
}

/** A request of the previous version that succeeds before the migration. The operations: docs/service.md 7.7. */
export type PreviousOperation = readonly [
  name: string,
  method: string,
  path: (places: Places) => string,
  body?: unknown,
];

/** For a zone with the override `OVERRIDE_ID`. */
export const PREVIOUS_OPERATIONS: readonly PreviousOperation[] = [
  ['reading the switch', 'GET', () => SWITCH],
  ['turning the switch', 'PATCH', () => SWITCH, { value: 'off' }],
  ['listing packages', 'GET', () => PACKAGES],
  ['reading a package', 'GET', (places) => places.corePackage],
  ['changing a package', 'PATCH', (places) => places.corePackage, { sensitivity: 'low' }],
  ['listing groups', 'GET', (places) => `${places.corePackage}/groups`],
  ['reading a group', 'GET', (places) => places.group],
  ['changing a group', 'PATCH', (places) => places.group, { mode: 'off' }],
  ['listing rules', 'GET', (places) => `${places.corePackage}/rules`],
  ['reading a rule', 'GET', (places) => places.rule],
  ['changing a rule', 'PATCH', (places) => places.rule, { mode: 'off' }],
  ['listing URI-based overrides', 'GET', () => OVERRIDES],
  ['creating a URI-based override', 'POST', () => OVERRIDES, OVERRIDE],
  ['reading a URI-based override', 'GET', () => `${OVERRIDES}/${OVERRIDE_ID}`],
  ['changing a URI-based override', 'PUT', () => `${OVERRIDES}/${OVERRIDE_ID}`, OVERRIDE],
  ['deleting a URI-based override', 'DELETE', () => `${OVERRIDES}/${OVERRIDE_ID}`],
];

/** Finds them in a zone that has not migrated. */
export async function placesOf(zone: ConformingZone): Promise<Places> {
  const core = await corePackage(zone);
  const [group] = resultOf(await zone.call('GET', `${core}/groups`));
  const [rule] = resultOf(await zone.call('GET', `${core}/rules`));
  return { corePackage: core, group: `${core}/groups/${group.id}`, rule: `${core}/rules/${rule.id}` };
}
