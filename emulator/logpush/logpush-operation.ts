import type { ScopedCall, ScopedOperation } from '../service/operation';
import type { Scope } from '../service/scope';
import type { ServiceSettings } from '../service/settings';
import { DEFAULT_DATASET } from './datasets';
import { notAllowedForProduct } from './errors';

/** What differs between log push operations. */
export type LogpushOperation = Omit<ScopedOperation, 'permission'> & {
  /** For the refusal: the attempted action. */
  readonly doing: 'reading' | 'creating' | 'updating' | 'deleting' | 'validating';
};

/**
 * An operation with what all log push operations share: reading needs the permission to edit, because jobs hold
 * secrets, and the plan of the zone or account must include log push (docs/internals/service.md 5.1).
 */
export function logpushOperation({ doing, ...operation }: LogpushOperation): ScopedOperation {
  return {
    ...operation,
    permission: 'logpush:edit',
    run: (call) => {
      checkIncludesLogpush(call, doing);
      return operation.run(call);
    },
  };
}

/** Refuses log push to a zone or account whose plan does not include it. @throws Refusal */
export function checkIncludesLogpush({ service, scope }: ScopedCall, doing: LogpushOperation['doing']): void {
  if (includesLogpush(scope, service.state.settings)) return;
  const subject = scope.kind === 'zone' ? `the ${scope.plan} plan` : `a ${scope.type} account`;
  throw notAllowedForProduct(doing, DEFAULT_DATASET, `${subject} has no log push`);
}

/** Whether the plan includes log push: Enterprise, and today that of every zone (docs/internals/service.md 1.2). */
export function includesLogpush(
  { kind, plan }: Pick<Scope, 'kind' | 'plan'>,
  { logpushPlans }: ServiceSettings,
): boolean {
  return plan === 'enterprise' || (kind === 'zone' && logpushPlans === 'all');
}
