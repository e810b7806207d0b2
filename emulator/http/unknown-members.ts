import { isObject } from '../checks/json';
import type { JsonPath } from '../checks/reader';
import { unknownMember } from '../errors/published';
import type { Refusal } from '../errors/refusal';
import type { ServiceCall } from '../service/operation';

/**
 * What the settings say about a call whose body has members that the operation does not know: the same call without
 * them, or a refusal. An operation checks its body before it does anything else, so it can be performed again.
 *
 * @param operation its name
 */
export function withoutUnknownMembers<C extends ServiceCall>(
  operation: string,
  call: C,
  refusal: Refusal,
): C | Refusal {
  const [first] = refusal.unknownMembers;
  if (first === undefined) return refusal;
  const { settings } = call.service.state;
  switch (settings.unknownMembers) {
    case 'listed':
      return refusal;
    case 'invalid_json':
      return unknownMember(String(first.at(-1)), operation.startsWith('rulesets.'));
    case 'ignored':
      return { ...call, body: refusal.unknownMembers.reduce(without, call.body) };
  }
}

/** The document without the member at this path. */
function without(document: unknown, [step, ...rest]: JsonPath): unknown {
  if (Array.isArray(document))
    return document.map((item: unknown, index) => (index === step ? without(item, rest) : item));
  if (!isObject(document)) return document;
  const entries = Object.entries(document).flatMap(([name, value]) => {
    if (name !== step) return [[name, value] as const];
    return rest.length === 0 ? [] : [[name, without(value, rest)] as const];
  });
  return Object.fromEntries(entries);
}
