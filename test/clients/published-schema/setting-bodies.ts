import { ZONE_SETTINGS } from '../../../emulator/zones/setting-table';
import { ZONE_ID } from '../seed';
import type { BodyOperation } from './body-operation';
import { branchesOf } from './generate';
import type { JsonSchema, PublishedSchema } from './sdk-schema';

/** What the schema leaves open about the values of settings. */
const SAMPLES: Readonly<Record<string, BodyOperation['samples']>> = {
  browser_cache_ttl: { value: [14_400, 0] },
  ciphers: { value: [['ECDHE-RSA-AES128-GCM-SHA256', 'AES128-SHA'], []] },
  proxy_read_timeout: { value: [100] },
};

/** An edit of each setting that a zone may change. */
export const SETTING_OPERATIONS: readonly BodyOperation[] = [...ZONE_SETTINGS]
  .filter(([, { plans }]) => plans.length > 0)
  .map(([id]) => ({
    method: 'zones.settings.edit',
    title: id,
    given: { zone_id: ZONE_ID, setting_id: id },
    samples: SAMPLES[id] ?? {},
    always: /./,
    params: (schema) => bodyOf(schema, id),
  }));

/**
 * The schema of the body does not say which value belongs to which setting. That of the answer does: it is one of the
 * settings, each with its id and its value.
 */
function bodyOf(schema: PublishedSchema, id: string): JsonSchema {
  const answer = schema.answer('zones.settings.edit') ?? {};
  const setting = branchesOf(answer, answer).find(
    ({ properties }) => (properties as { readonly id?: JsonSchema } | undefined)?.id?.['const'] === id,
  );
  if (setting === undefined) throw new Error(`the published schema has no zone setting ${id}`);
  const { value } = setting['properties'] as { readonly value: JsonSchema };
  return {
    definitions: answer['definitions'],
    type: 'object',
    properties: { value },
    required: ['value'],
  };
}
