import { TerraformStack, Token } from 'cdktf';
import type { IConstruct } from 'constructs';
import type { Problem } from '../../schema';
import { CompositionError } from './composition-error';
import { addressOf, shownOf, type StackMember } from './stack-member';

/** What the engine accepts as the name of a resource. */
const NAME = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** The id that cdktf omits from addresses. */
const HIDDEN = 'Default';

/**
 * Refuses an id that results in no address: cdktf would fail with a message that names no construct.
 *
 * @throws CompositionError
 */
export function refuseId(member: StackMember): void {
  const shown = shownOf(member);
  const { id, path } = shown.node;
  if (Token.isUnresolved(path))
    throw new CompositionError(
      'id_is_token',
      shown,
      'The id of this construct, or of one around it, is a token, but the address of the resource is made of it at ' +
        'synth. Use a literal string.',
    );
  const { scopes } = member.node;
  const below = scopes.slice(scopes.indexOf(TerraformStack.of(member)) + 1);
  if (below.every(({ node }) => node.id === HIDDEN))
    throw new CompositionError(
      'id_without_address',
      shown,
      `The id is ${JSON.stringify(id)}, which cdktf omits from addresses, so the ${member.terraformResourceType} would ` +
        'have no address. Use another id.',
    );
}

/** Members whose addresses the engine refuses, and those whose addresses are the same. */
export function addressProblems(members: readonly StackMember[]): readonly Problem[] {
  const taken = new Map<string, StackMember>();
  const told = new Set<IConstruct>();
  return members.flatMap((member) => {
    const address = addressOf(member);
    const other = taken.get(address);
    if (other) return [sameAddress(other, member, address)];
    taken.set(address, member);
    if (NAME.test(member.friendlyUniqueId) || told.has(shownOf(member))) return [];
    told.add(shownOf(member));
    return [noName(member, address)];
  });
}

function noName(member: StackMember, address: string): Problem {
  return {
    code: 'id_not_a_name',
    path: [],
    message: `${shownOf(member).node.path} has the address ${address}, which the engine does not accept.`,
    hint:
      'A name begins with a letter or an underscore, followed by letters, digits, underscores and hyphens. Use such an ' +
      'id, for example with a prefix: "zone-…".',
  };
}

function sameAddress(one: StackMember, other: StackMember, address: string): Problem {
  return {
    code: 'address_taken_twice',
    path: [],
    message:
      `${shownOf(one).node.path} and ${shownOf(other).node.path} both have the address ${address}, so one would ` +
      'overwrite the other.',
    hint:
      'cdktf keeps only letters, digits, "_" and "-" in an address, and omits every "Default" of a path. Give one of ' +
      'them an id that still differs then.',
  };
}
