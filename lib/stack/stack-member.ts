import { type TerraformProvider, TerraformDataSource, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';

/** A resource, data source or action that this package declares, as its stack sees it. */
export interface StackMember extends IConstruct {
  readonly terraformResourceType: string;
  /** Its name, the last part of the address. */
  readonly friendlyUniqueId: string;
  /** The named provider configuration; an Aspect may set it. */
  readonly provider?: TerraformProvider | undefined;
  /** Whether `provider` decides: not with an override, nor for a resource of another provider. */
  readonly choosesProvider: boolean;
  readonly isAction?: boolean;
}

/** The address of a member in its stack. */
export function addressOf(member: StackMember): string {
  const data = TerraformDataSource.isTerraformDataSource(member) ? 'data.' : '';
  return `${member.isAction ? 'action.' : data}${member.terraformResourceType}.${member.friendlyUniqueId}`;
}

/** The construct of the user: for a resource with the id `Default`, that is its scope. */
export function shownOf(member: IConstruct): IConstruct {
  const { scope, id } = member.node;
  return id === 'Default' && scope !== undefined && !TerraformStack.isStack(scope) ? scope : member;
}
