import { logCustomFieldsSchema } from '../../schema';
import { member, textsIn, type Json } from '../text/json';
import { camelCased, type ResourceRecord } from './record';

export const logCustomFields: ResourceRecord = {
  schema: logCustomFieldsSchema,
  construct: 'LogCustomFields',
  props: camelCased,
  label: 'fields',
  noun: 'log fields',
  summary,
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
