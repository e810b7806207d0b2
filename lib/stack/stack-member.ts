import { type TerraformProvider, TerraformDataSource, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';

/** A resource, data source or ephemeral resource that this package declares, as its stack sees it. */
export interface StackMember extends IConstruct {
  readonly terraformResourceType: string;
  /** Its name in the address, which ends it. */
  readonly friendlyUniqueId: string;
  /** The provider configuration that it names; an Aspect may set it. */
  readonly provider?: TerraformProvider | undefined;
  /** Whether `provider` decides: not where an override does, nor for a resource of another provider. */
  readonly choosesProvider: boolean;
  /** The construct that it is a part of and that is told of in its place. */
  readonly partOf?: IConstruct | undefined;
}

/** The address of a member in its stack. */
export function addressOf(member: StackMember): string {
  const kind = TerraformDataSource.isTerraformDataSource(member) ? 'data.' : '';
  return `${kind}${member.terraformResourceType}.${member.friendlyUniqueId}`;
}

/** The construct that the user wrote: a resource with the id `Default` is what its scope consists of. */
export function shownOf(member: IConstruct & Pick<StackMember, 'partOf'>): IConstruct {
  if (member.partOf) return member.partOf;
  const { scope, id } = member.node;
  return id === 'Default' && scope !== undefined && !TerraformStack.isStack(scope) ? scope : member;
}
