import { type ITerraformIterator, TerraformCount } from 'cdktf';
import type { IConstruct } from 'constructs';
import { isKnown, type Problem, oneProblem } from '../../schema';
import { known, resolvedToken } from '../binding/known';

/** What the engine creates once, or once for each element. An Aspect may set it. */
export interface Repeatable extends IConstruct {
  readonly forEach?: ITerraformIterator;
  readonly count?: number | TerraformCount;
}

/** Values that differ for each instance. */
const OF_INSTANCE = /\b(?:each\.(?:key|value)|count\.index)\b/;

/** Whether it has instances. */
export function isRepeated({ forEach, count }: Repeatable): boolean {
  return forEach !== undefined || count !== undefined;
}

/** What is wrong with an expression in something: it is of an instance, and the thing is repeated otherwise or not at all. */
export function ofOtherInstance(expression: string, resource: Repeatable): Omit<Problem, 'path'> | undefined {
  const [value = ''] = OF_INSTANCE.exec(expression) ?? [];
  if (value === '' || (value.startsWith('each.') ? resource.forEach : resource.count) !== undefined)
    return undefined;
  return {
    code: 'value_of_an_instance',
    message: `It has ${value}, but this construct has no ${value.startsWith('each.') ? 'forEach' : 'count'}.`,
    hint: 'Pass the iterator that it comes from as forEach, or its count.',
  };
}

/** A zone of one instance of a repetition, where nothing is repeated. */
export function zoneOfInstance(zoneId: string, resource: Repeatable): readonly Problem[] {
  const text = resolvedToken(zoneId);
  const [value] = (typeof text === 'string' && OF_INSTANCE.exec(text)) || [];
  if (value === undefined || isRepeated(resource)) return [];
  return oneProblem(
    'zone_of_an_instance',
    `The zone is ${value}, but this construct is not repeated.`,
    'Pass the iterator that it comes from as forEach, or its count.',
    ['zone_id'],
  );
}

/** Something that a zone has once, repeated for the same zone. */
export function repeatedForOneZone(
  zoneId: string,
  resource: Repeatable,
  subject: string,
): readonly Problem[] {
  const { count } = resource;
  const times = known(TerraformCount.isTerraformCount(count) ? count.toTerraform() : count);
  const zone = known(zoneId);
  if (!isKnown(zone) || typeof times !== 'number' || times < 2) return [];
  return oneProblem(
    'zone_repeated',
    `${subject} of zone ${String(zone)} would be declared ${times} times, because count is ${times}.`,
    'A zone has one. Remove count, or take the zone from an iterator passed as forEach.',
    ['zone_id'],
  );
}
