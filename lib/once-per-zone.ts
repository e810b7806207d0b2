import { TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { isKnown, type Problem } from '../schema';
import { areApart } from './binding/are-apart';
import { known } from './binding/known';

/** What belongs to a zone of a service. */
export interface OfZone extends IConstruct {
  /** The zone: literal or a token. */
  readonly zoneId: string;
  /** The address of the service that it is declared at: literal, a token, or left to the environment. */
  readonly serviceUrl: string | undefined;
}

/**
 * What a zone has one of is declared once: two declarations, in one stack or in two, would undo each other at every
 * apply. The same zone at two services is two zones.
 *
 * @param all everything of its kind in the app, in the order of its making
 * @param text how to tell it: `{ subject: 'The custom log fields', verb: 'are', hint }`
 */
export function oncePerZone(
  one: OfZone,
  all: readonly OfZone[],
  text: { readonly subject: string; readonly verb: 'is' | 'are'; readonly hint: string },
): readonly Problem[] {
  if (!isKnown(known(one.zoneId))) return [];
  const stack = TerraformStack.of(one);
  // Within a stack a pair is told once, by the one that came later; of two stacks each is synthesized on its own.
  const others = all.filter(
    (other, index) =>
      other !== one &&
      (index < all.indexOf(one) || TerraformStack.of(other) !== stack) &&
      other.zoneId === one.zoneId &&
      !atAnotherService(one, other),
  );
  if (others.length === 0) return [];
  const paths = others.map(({ node }) => node.path).join(', ');
  return [
    {
      code: 'zone_declared_twice',
      path: ['zone_id'],
      message: `${text.subject} of zone ${one.zoneId} ${text.verb} declared by ${one.node.path} and by ${paths}.`,
      hint: text.hint,
    },
  ];
}

/** Whether two constructs are certain to be of two services. */
export function atAnotherService(a: Pick<OfZone, 'serviceUrl'>, b: Pick<OfZone, 'serviceUrl'>): boolean {
  return areApart(a.serviceUrl, b.serviceUrl);
}
