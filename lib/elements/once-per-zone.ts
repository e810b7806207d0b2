import { TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { oneProblem, type Problem } from '../../schema';
import { areApart, known } from '../binding/known';
import { isForgottenOrMoved } from '../binding/marks';
import { register, registerAnew, registered, registeredWith } from '../binding/registry';
import { type Repeatable, repeatedForOneZone, zoneOfInstance } from '../stack/repetition';

/** A construct that belongs to a zone of a service. */
export interface OfZone extends IConstruct {
  /** The zone: literal or a token. */
  readonly zoneId: string;
  /** The address of its service: literal, a token, or undefined when the environment sets it. */
  readonly serviceUrl: string | undefined;
}

/** Registers something of a zone in its app. */
export function registerOfZone(kind: symbol, one: OfZone): void {
  register(one.node.root, kind, one, zoneKey(one.zoneId));
}

/**
 * The constructs of a kind that may belong to a zone: those that certainly do, and those whose zone is unknown at
 * synth. All when the zone itself is unknown.
 *
 * @param within any construct of the app
 */
export function perhapsOfZone(within: IConstruct, kind: symbol, zoneId: string): readonly IConstruct[] {
  const { root } = within.node;
  const key = zoneKey(zoneId);
  const all =
    key === undefined
      ? registered(root, kind)
      : [...registeredWith(root, kind, key), ...registeredWith(root, kind, undefined)];
  return all.filter((one) => !isForgottenOrMoved(one));
}

/** The constructs of a kind that certainly belong to a zone, by its id; none for a zone that is unknown at synth. */
export function certainlyOfZone(within: IConstruct, kind: symbol, zoneId: string): readonly IConstruct[] {
  const key = zoneKey(zoneId);
  return key === undefined ? [] : registeredWith(within.node.root, kind, key);
}

function zoneKey(zoneId: string): string | undefined {
  const zone = known(zoneId);
  return typeof zone === 'string' ? zone : undefined;
}

/** What a zone has only one of. */
export interface OncePerZone {
  /** What it is registered with, see {@link registerOfZone}. */
  readonly kind: symbol;
  /** Begins a sentence, e.g. `The custom log fields`. */
  readonly subject: string;
  readonly verb: 'is' | 'are';
  readonly hint: string;
  /** Whether another one may be beside it. @default - never */
  readonly isBeside?: (other: IConstruct) => boolean;
}

/**
 * What is wrong with the zone of something that a zone has once, such as a zone that a repetition leaves the same.
 *
 * @param resource the resource inside
 */
export function oncePerZone(one: OfZone, resource: Repeatable, text: OncePerZone): readonly Problem[] {
  return [
    ...declaredTwice(one, text),
    ...zoneOfInstance(one.zoneId, resource),
    ...repeatedForOneZone(one.zoneId, resource, text.subject),
  ];
}

/**
 * Two declarations, in one stack or in two, would undo each other at every apply. The same zone at two services counts
 * as two zones.
 */
function declaredTwice(
  one: OfZone,
  { kind, subject, verb, hint, isBeside }: OncePerZone,
): readonly Problem[] {
  const key = zoneKey(one.zoneId);
  if (key === undefined) return [];
  // A zone in a `Lazy` was not known at registration.
  registerAnew(one.node.root, kind, one, key);
  const stack = TerraformStack.of(one);
  const ofZone = registeredWith(one.node.root, kind, key) as readonly OfZone[];
  const position = ofZone.indexOf(one);
  // Within a stack, only the later of a pair reports it. Two stacks are synthesized separately, so each reports it.
  const others = ofZone.filter(
    (other, index) =>
      other !== one &&
      !isForgottenOrMoved(other) &&
      !isBeside?.(other) &&
      (index < position || TerraformStack.of(other) !== stack) &&
      !atAnotherService(one, other),
  );
  if (others.length === 0) return [];
  const paths = others.map(({ node }) => node.path).join(', ');
  const message = `${subject} of zone ${key} ${verb} declared by ${one.node.path} and by ${paths}.`;
  return oneProblem('zone_declared_twice', message, hint, ['zone_id']);
}

/** Whether two constructs certainly belong to two different services. */
export function atAnotherService(a: Pick<OfZone, 'serviceUrl'>, b: Pick<OfZone, 'serviceUrl'>): boolean {
  return areApart(a.serviceUrl, b.serviceUrl);
}
