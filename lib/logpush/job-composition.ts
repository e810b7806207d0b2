import { type TerraformResource, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import type { Problem } from '../../schema';
import { areApart } from '../elements/are-apart';
import { providerInUse } from '../stack/stack-providers';
import type { StackMember } from '../stack/stack-member';

/** A companion of a job: its custom fields, or the challenge of its destination. */
export interface Companion extends IConstruct {
  readonly serviceUrl?: string | undefined;
}

/**
 * A companion with another provider: in the same stack, any other configuration, because it may be another account;
 * in another stack, only one of another service, since nothing else distinguishes two configurations.
 *
 * @param companion its provider is that of `member`
 */
export function companionOfAnotherProvider(
  job: Companion & { readonly resource: TerraformResource },
  prop: string,
  companion: Companion,
  member: StackMember,
): readonly Problem[] {
  const own = providerInUse(job.resource as StackMember & TerraformResource);
  const theirs = providerInUse(member);
  const isOfStack = TerraformStack.of(companion) === TerraformStack.of(job);
  const contradicts = isOfStack
    ? own !== undefined && theirs !== undefined && own !== theirs
    : areApart(own?.baseUrl, theirs?.baseUrl);
  if (!contradicts) return [];
  return [
    {
      code: 'provider_of_another_account',
      path: ['provider'],
      message:
        `The job uses ${own?.node.path ?? 'no provider'}, but its ${prop}, ${companion.node.path}, uses ` +
        `${theirs?.node.path ?? 'none'}: the two would be created in different places.`,
      hint: isOfStack
        ? `Give both the same provider. A job without one uses that of its customFields.`
        : `Give the job a provider of its own stack for the same service.`,
    },
  ];
}
