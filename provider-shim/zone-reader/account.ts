import type { Problem } from '../../schema';
import { ServiceError, type ListedZone } from '../api';
import { finding } from './finding';
import type { AdoptionService } from './service';

/**
 * What the account of a zone has of its own: no resource declares it, and it may act on the zone.
 *
 * @throws ServiceError if the service does not answer
 */
export async function accountFindings(
  account: NonNullable<ListedZone['account']>,
  { inventory }: AdoptionService,
  signal: AbortSignal,
): Promise<readonly Problem[]> {
  const [rulesets, jobs] = await Promise.all([
    unlessRefused(inventory.listAccountRulesets(account.id, { signal })),
    unlessRefused(inventory.countAccountJobs(account.id, { signal })),
  ]);
  const own = rulesets?.filter(({ kind }) => kind !== 'managed') ?? [];
  return [
    ...own.map(({ id, name, kind, phase }) =>
      finding(
        'account_ruleset',
        `Ruleset ${JSON.stringify(name)} of the account (${id}, kind ${kind}, phase ${phase}) is not adopted.`,
        'The provider manages zones. Rules of the account may act on them, too.',
      ),
    ),
    ...((jobs ?? 0) > 0
      ? [
          finding(
            'account_jobs',
            `${jobs} log push ${jobs === 1 ? 'job' : 'jobs'} of the account ${jobs === 1 ? 'is' : 'are'} not adopted.`,
            'The provider manages the jobs of zones.',
          ),
        ]
      : []),
    ...(rulesets === undefined || jobs === undefined
      ? [
          finding(
            'account_unreadable',
            'The credentials may not read what the account has of its own: rulesets, log push jobs, or both.',
            'The provider manages zones only, so nothing that it could declare is missing.',
          ),
        ]
      : []),
  ];
}

async function unlessRefused<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    const isRefusal = error instanceof ServiceError && REFUSED.includes(error.kind);
    if (isRefusal) return undefined;
    throw error;
  }
}

const REFUSED: readonly ServiceError['kind'][] = ['authorization', 'not-found', 'invalid'];
