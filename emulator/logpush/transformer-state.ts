import type { Account, Scope } from '../service/scope';
import type { Service } from '../service/service';
import type { Query } from '../sql/query';
import { readQuery } from '../sql/query';
import { fieldNamesOf } from './datasets';
import type { LogpushJob } from './logpush-state';
import { jobsInOrder } from './logpush-state';

/** The query of a transformer as it was saved. Versions count from 1 in each transformer. */
interface TransformerVersion {
  readonly code: string;
  /** ISO 8601. */
  readonly created_at: string;
}

/** A query that a job runs on each record before it delivers it (docs/service.md 5.9). */
export interface Transformer {
  /** A whole number from 1. */
  readonly id: number;
  readonly name: string;
  readonly description: string;
  /** At least one, oldest first. The last one applies. */
  readonly versions: readonly TransformerVersion[];
  /** ISO 8601. */
  readonly updated_at: string;
}

/** The transformers of an account. */
export interface TransformersState {
  readonly items: Map<number, Transformer>;
  /** The highest id ever used; 0 before the first transformer. */
  lastId: number;
}

/** A checked query, or why it cannot be used. */
export function checkedQuery(code: string): ReturnType<typeof readQuery> {
  return readQuery(code, fieldNamesOf);
}

/** The query of the latest version. Stored queries are checked. */
export function queryOf({ versions }: Transformer): Query {
  const read = checkedQuery(versions.at(-1)?.code ?? '');
  if (!read.ok) throw new Error(`A stored transformer cannot be used: ${read.message}`);
  return read.query;
}

/** A transformer of the account, or of the account of the zone. */
export function transformerById({ state }: Service, scope: Scope, id: number): Transformer | undefined {
  const account = scope.kind === 'account' ? scope : state.accounts.get(scope.account);
  return account?.transformers.items.get(id);
}

/** A job with the zone or account that it belongs to. */
interface AttachedJob {
  readonly job: LogpushJob;
  readonly scope: Scope;
}

/** The jobs of the account and its zones that use the transformer. */
export function attachedJobs({ state }: Service, account: Account, id: number): readonly AttachedJob[] {
  const zones = [...state.zones.values()].filter((zone) => zone.account === account.id);
  return [account, ...zones].flatMap((scope) =>
    jobsInOrder(scope.logpush)
      .filter((job) => job.transformer_id === id)
      .map((job) => ({ job, scope })),
  );
}

declare module '../service/scope' {
  interface Account {
    readonly transformers: TransformersState;
  }
}
