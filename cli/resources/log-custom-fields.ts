import { logCustomFieldsSchema } from '../../schema';
import { member, textsIn, type Json } from '../text/json';
import { camelCased, plainRequests, type ResourceRecord } from './record';

const FIELDS_REQUESTS = { create: 2, adopt: 4, update: 2, destroy: 2 } as const;

export const logCustomFields: ResourceRecord = {
  schema: logCustomFieldsSchema,
  construct: 'LogCustomFields',
  props: camelCased,
  label: 'fields',
  summary,
  requests: (change) => plainRequests(change, FIELDS_REQUESTS),
};

function summary(values: Json): string {
  const lists = [
    ['request headers', 'request_headers'],
    ['response headers', 'response_headers'],
    ['cookies', 'cookies'],
  ] as const;
  const set = lists.flatMap(([label, name]) => {
    const names = textsIn(member(values, name));
    return names.length === 0 ? [] : [`${label} ${names.join(', ')}`];
  });
  return set.join('; ') || 'no fields';
}
