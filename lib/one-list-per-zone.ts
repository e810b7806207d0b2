import { TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import type { Problem } from '../schema';
import { isKnown } from '../schema';
import { known } from './binding/known';
import type { CustomLogField } from './logpush/custom-log-fields';
import { register, registered } from './registry';

const ZONE_LISTS = Symbol.for('zonewright/LogCustomFields');

/** What declares the custom log fields of a zone. */
export interface ZoneList extends IConstruct {
  readonly zoneId: string;
  /** The address of the service that it is declared at: literal, a token, or left to the environment. */
  readonly serviceUrl: string | undefined;
  /** The log fields that hold what it configures. */
  readonly logFields: readonly CustomLogField[];
}

/** Makes a list known to all others in the app. */
export function registerZoneList(list: ZoneList): void {
  register(list.node.root, ZONE_LISTS, list);
}

/** All lists in the construct's app, in the order of their making. */
export function zoneLists(construct: IConstruct): readonly ZoneList[] {
  return registered(construct.node.root, ZONE_LISTS) as readonly ZoneList[];
}

/**
 * A zone has one list of custom log fields, so two declarations of it, in one stack or in two, would overwrite
 * each other at every apply. The same zone at two services is two zones.
 */
export function oneListPerZone(list: ZoneList): readonly Problem[] {
  if (!isKnown(known(list.zoneId))) return [];
  const all = zoneLists(list);
  const stack = TerraformStack.of(list);
  // Within a stack a pair is told once, by the one that came later; of two stacks each is synthesized on its own.
  const others = all.filter(
    (other, index) =>
      other !== list &&
      (index < all.indexOf(list) || TerraformStack.of(other) !== stack) &&
      other.zoneId === list.zoneId &&
      !atAnotherService(list, other),
  );
  if (others.length === 0) return [];
  const paths = others.map(({ node }) => node.path).join(', ');
  return [
    {
      code: 'zone_declared_twice',
      path: ['zone_id'],
      message: `The custom log fields of zone ${list.zoneId} are declared by ${list.node.path} and by ${paths}.`,
      hint: 'A zone has one list of them. Keep one LogCustomFields and contribute to it, e.g. with addRequestHeader.',
    },
  ];
}

/** Whether two constructs are certain to be of two services. */
export function atAnotherService(a: Pick<ZoneList, 'serviceUrl'>, b: Pick<ZoneList, 'serviceUrl'>): boolean {
  const [one, other] = [known(a.serviceUrl), known(b.serviceUrl)];
  return isKnown(one) && isKnown(other) && one !== other;
}
