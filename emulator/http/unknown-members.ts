import { isObject } from '../checks/json';
import type { JsonPath } from '../checks/reader';
import { Refusal } from '../errors/refusal';
import { modelError } from '../service/model-errors';
import type { Answer, Call, Operation } from '../service/operation';

/**
 * Performs an operation, and handles the members of the body that it does not know as the settings say. An operation
 * checks its body before it does anything else, so it can be performed again without them.
 *
 * @throws Refusal
 */
export async function performWithUnknownMembers(operation: Operation, call: Call): Promise<Answer> {
  try {
    return await operation.run(call);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const [first] = error.unknownMembers;
    if (first === undefined) throw error;
    const { settings } = call.service.state;
    switch (settings.unknownMembers) {
      case 'listed':
        throw error;
      case 'invalid_json':
        throw modelError(settings, 'unknownMember', { member: String(first.at(-1)) });
      case 'ignored': {
        const body = error.unknownMembers.reduce(without, call.body);
        return performWithUnknownMembers(operation, { ...call, body });
      }
    }
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
