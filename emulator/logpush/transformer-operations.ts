import type { JsonObject } from '../checks/json';
import { couldNotRoute } from '../errors/published';
import type { AccountCall, AccountOperation, ScopedCall } from '../service/operation';
import { timeOfWrite } from '../service/service';
import { runQuery } from '../sql/query';
import {
  datasetMismatch,
  queryRefused,
  transformerInUse,
  transformerNotFound,
  unknownTransformer,
} from './errors';
import type { LogpushOperation } from './logpush-operation';
import { checkIncludesLogpush } from './logpush-operation';
import { acceptedQuery, readPreview, readTransformer } from './read-transformer';
import type { Transformer } from './transformer-state';
import { attachedJobs, queryOf, transformerById } from './transformer-state';

const LIST_PATH = '/accounts/:account_id/logpush/transformers';
const ITEM_PATH = `${LIST_PATH}/:transformer`;

type TransformerOperation = Omit<AccountOperation, 'of' | 'permission'> & Pick<LogpushOperation, 'doing'>;

/** What all log push operations share (`logpushOperation`), for those that only an account has (docs/service.md 5.9). */
function transformerOperation({ doing, ...operation }: TransformerOperation): AccountOperation {
  return {
    ...operation,
    of: 'account',
    permission: 'logpush:edit',
    run: (call) => {
      checkIncludesLogpush(call, doing);
      return operation.run(call);
    },
  };
}

const list = transformerOperation({
  name: 'logpush.transformers.list',
  doing: 'reading',
  method: 'GET',
  path: LIST_PATH,
  body: 'none',
  run: (call) => ({
    kind: 'result',
    result: [...call.scope.transformers.items.values()].map((transformer) => view(call, transformer)),
  }),
});

const create = transformerOperation({
  name: 'logpush.transformers.create',
  doing: 'creating',
  method: 'POST',
  path: LIST_PATH,
  body: 'json',
  run: (call) => {
    const { service, scope, body, dryRun } = call;
    const { name, description, code = '' } = readTransformer(body, true);
    acceptedQuery(code, 'code');
    if (dryRun) return { kind: 'result', result: null };
    const now = timeOfWrite(service);
    const state = scope.transformers;
    state.lastId += 1;
    const versions = [{ code, created_at: now }];
    const transformer: Transformer = { id: state.lastId, name, description, versions, updated_at: now };
    state.items.set(transformer.id, transformer);
    return { kind: 'result', result: view(call, transformer) };
  },
});

/** Runs a query on a record, and stores nothing. The result is a list of one record, or empty if the query drops it. */
const preview = transformerOperation({
  name: 'logpush.transformers.preview',
  doing: 'validating',
  method: 'POST',
  path: `${LIST_PATH}/preview`,
  body: 'json',
  run: ({ body }) => {
    const { input, sql } = readPreview(body);
    const made = runQuery(acceptedQuery(sql, 'sql'), input);
    if (made instanceof Error) throw queryRefused(made.message, 'sql');
    return { kind: 'result', result: made === null ? [] : [JSON.parse(made) as unknown] };
  },
});

const get = transformerOperation({
  name: 'logpush.transformers.get',
  doing: 'reading',
  method: 'GET',
  path: ITEM_PATH,
  body: 'none',
  run: (call) => ({ kind: 'result', result: view(call, named(call)) }),
});

/** A query makes a new version; without a description, the stored one is cleared (docs/service.md 5.9). */
const update = transformerOperation({
  name: 'logpush.transformers.update',
  doing: 'updating',
  method: 'PUT',
  path: ITEM_PATH,
  body: 'json',
  run: (call) => {
    const { service, scope, body, dryRun } = call;
    const stored = named(call);
    const { name, description, code } = readTransformer(body, false);
    if (code !== undefined) {
      const { dataset } = acceptedQuery(code, 'code');
      const other = attachedJobs(service, scope, stored.id).find(({ job }) => job.dataset !== dataset);
      if (other !== undefined) throw datasetMismatch(stored.id, dataset, other.job.dataset);
    }
    if (dryRun) return { kind: 'result', result: null };
    const now = timeOfWrite(service);
    const versions = [...stored.versions, ...(code === undefined ? [] : [{ code, created_at: now }])];
    const transformer: Transformer = { ...stored, name, description, versions, updated_at: now };
    scope.transformers.items.set(stored.id, transformer);
    return { kind: 'result', result: view(call, transformer) };
  },
});

/** Refused with 409 while a job uses it (docs/service.md 5.9). */
const remove = transformerOperation({
  name: 'logpush.transformers.delete',
  doing: 'deleting',
  method: 'DELETE',
  path: ITEM_PATH,
  body: 'none',
  run: (call) => {
    const { id } = named(call);
    const jobs = attachedJobs(call.service, call.scope, id);
    if (jobs.length > 0)
      throw transformerInUse(
        id,
        jobs.map(({ job }) => job.id),
      );
    if (call.dryRun) return { kind: 'result', result: null };
    timeOfWrite(call.service);
    call.scope.transformers.items.delete(id);
    return { kind: 'result', result: { id } };
  },
});

const content = transformerOperation({
  name: 'logpush.transformers.content',
  doing: 'reading',
  method: 'GET',
  path: `${ITEM_PATH}/content`,
  body: 'none',
  run: (call) => ({ kind: 'result', result: { content: named(call).versions.at(-1)?.code } }),
});

const listVersions = transformerOperation({
  name: 'logpush.transformers.versions',
  doing: 'reading',
  method: 'GET',
  path: `${ITEM_PATH}/versions`,
  body: 'none',
  run: (call) => ({
    kind: 'result',
    result: named(call)
      .versions.map(({ created_at }, index) => ({ id: index + 1, version: index + 1, created_at }))
      .toReversed(),
  }),
});

/** The transformers of an account (docs/service.md 5.9). */
export const TRANSFORMER_OPERATIONS: readonly AccountOperation[] = [
  list,
  create,
  preview,
  get,
  update,
  remove,
  content,
  listVersions,
];

function view({ service, scope: account }: AccountCall, transformer: Transformer): JsonObject {
  const { id, name, description, versions, updated_at } = transformer;
  return {
    id,
    name,
    description,
    dataset: queryOf(transformer).dataset,
    associated_jobs: attachedJobs(service, account, id).map(({ job, scope }) => ({
      id: job.id,
      name: job.name ?? '',
      object_tag: scope.id,
      object_type: scope.kind,
    })),
    created_at: versions[0]?.created_at,
    updated_at,
  };
}

/** A positive whole number. */
const TRANSFORMER_ID = /^[1-9]\d{0,14}$/;

/** The transformer that the path names. A malformed id is an unknown route. @throws Refusal */
function named({ scope, parameters }: AccountCall): Transformer {
  const sent = parameters['transformer'] ?? '';
  if (!TRANSFORMER_ID.test(sent)) throw couldNotRoute(`/accounts/${scope.id}/logpush/transformers/${sent}`);
  const transformer = scope.transformers.items.get(Number(sent));
  if (transformer === undefined) throw unknownTransformer(Number(sent));
  return transformer;
}

/** Refuses to attach a transformer that is not there, or is for another dataset. @throws Refusal */
export function checkTransformer(
  { service, scope }: ScopedCall,
  id: number | null | undefined,
  dataset: string,
): void {
  if (id === null || id === undefined) return;
  const transformer = transformerById(service, scope, id);
  if (transformer === undefined) throw transformerNotFound(id);
  const query = queryOf(transformer);
  if (query.dataset !== dataset) throw datasetMismatch(id, query.dataset, dataset);
}
