import type { IConstruct } from 'constructs';
import { known } from '../binding/known';
import { LogCustomFields } from '../logpush/log-custom-fields';
import { LogpushJob } from '../logpush/logpush-job';
import { ManagedRulesMigration } from '../migration/managed-rules-migration';
import type { ZonePolicy } from './zone-policy';

/**
 * Log push jobs deliver to these places alone. The id is `destinations-in`.
 *
 * @param places whole places, as `place` of a job's destination has them: `gs://our-logs`, `r2://our-logs?account-id=…`,
 * `s3://our-logs?endpoint=store.example.com`; or schemes alone, `gs://`
 */
export function destinationsIn(places: readonly string[]): ZonePolicy {
  return about('destinations-in', LogpushJob, ({ destination: { scheme, place } }) => {
    if (places.some((allowed) => place === allowed || `${scheme}://` === allowed)) return [];
    const where = place ?? 'a place that is not known at synth';
    return [`The job delivers to ${where}, and only ${places.join(', ')} may receive logs.`];
  });
}

/**
 * Custom log fields hold no cookies, or none but these. The id is `no-cookies`.
 *
 * @param except the names that are allowed
 */
export function noCookies(except: readonly string[] = []): ZonePolicy {
  return about('no-cookies', LogCustomFields, ({ cookies, hasUnknownNames }) => {
    const logged = cookies.filter((name) => !except.includes(name));
    return [
      ...(logged.length > 0 ? [`The cookies ${logged.join(', ')} are logged.`] : []),
      ...(hasUnknownNames ? ['Names of fields are not known at synth, so cookies may be among them.'] : []),
    ];
  });
}

/** Log push jobs are enabled. The id is `jobs-enabled`. */
export function jobsEnabled(): ZonePolicy {
  return about('jobs-enabled', LogpushJob, ({ enabled }) =>
    known(enabled) === true ? [] : ['The job is not enabled, or it is not known at synth whether it is.'],
  );
}

/** Log push jobs keep the secrets of their destination out of the state. The id is `no-stored-secrets`. */
export function noStoredSecrets(): ZonePolicy {
  return about('no-stored-secrets', LogpushJob, ({ storesSecrets }) =>
    storesSecrets ? ['The secrets of the destination are stored in the state.'] : [],
  );
}

/**
 * A migration that finishes has approved rules, from its own digest or from that of its gate. The id is
 * `approved-migrations`.
 */
export function approvedMigrations(): ZonePolicy {
  return about('approved-migrations', ManagedRulesMigration, ({ targetState, approvedDigest }) =>
    known(targetState) === 'validation' || approvedDigest !== undefined
      ? []
      : ['The migration may finish, and nothing says which rules were approved.'],
  );
}

/** A policy about the constructs of one class. */
function about<C extends IConstruct>(
  id: string,
  type: abstract new (...args: never[]) => C,
  findings: (construct: C) => readonly string[],
): ZonePolicy {
  return { id, findings: (construct) => (construct instanceof type ? findings(construct) : []) };
}
