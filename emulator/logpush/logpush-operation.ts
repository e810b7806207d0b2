import type { Operation } from '../service/operation';
import type { ServiceSettings } from '../service/settings';
import type { Plan } from '../service/zone';
import { DEFAULT_DATASET } from './datasets';
import { notAllowedForProduct } from './errors';

/** What differs between log push operations. */
export type LogpushOperation = Omit<Operation, 'permission'> & {
  /** For the refusal: the attempted action. */
  readonly doing: 'reading' | 'creating' | 'updating' | 'deleting' | 'validating';
};

/**
 * An operation with what all log push operations share: reading needs the permission to edit, because jobs hold
 * secrets, and the zone's plan must include log push (docs/service.md 5.1).
 */
export function logpushOperation({ doing, ...operation }: LogpushOperation): Operation {
  return {
    ...operation,
    permission: 'logpush:edit',
    run: (call) => {
      const { plan } = call.zone;
      if (includesLogpush(plan, call.service.state.settings)) return operation.run(call);
      throw notAllowedForProduct(doing, DEFAULT_DATASET, `the ${plan} plan has no log push`);
    },
  };
}

/** Whether zones of the plan have log push: Enterprise, and today all of them (docs/service.md 1.2). */
export function includesLogpush(plan: Plan, { logpushPlans }: ServiceSettings): boolean {
  return logpushPlans === 'all' || plan === 'enterprise';
}
