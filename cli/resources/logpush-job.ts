import { isRecord, logpushJobSchema, shownDestination, filterMeaning, MAX_FILTER_BYTES } from '../../schema';
import { member, textOf, type Json } from '../text/json';
import { CallCode, forEngine } from '../text/typescript-code';
import { camelCased, plain, type Attributes, type Props, type ResourceRecord } from './record';

export const logpushJob: ResourceRecord = {
  schema: logpushJobSchema,
  construct: 'LogpushJob',
  props,
  label: null,
  noun: 'a log push job',
  summary,
};

function props({ filter, logpull_options: options, ...rest }: Attributes): Props {
  const { fields, timestamps, sample, ...further } = isRecord(options) ? camelCased(options) : {};
  const readable = typeof filter === 'string' ? readableFilter(filter) : undefined;
  return {
    ...Object.fromEntries(
      Object.entries({ fields, timestamps, sample }).filter(([, value]) => value !== undefined),
    ),
    ...(Object.keys(further).length > 0 && { logpullOptions: further }),
    ...camelCased(rest),
    ...(typeof filter === 'string'
      ? {
          filter:
            readable === undefined ? forEngine(filter) : new CallCode('JSON.stringify', [plain(readable)]),
        }
      : {}),
  };
}

function summary(values: Json): string {
  const name = textOf(values, 'name');
  const number = member(values, 'job_id');
  const configured = textOf(values, 'destination_conf');
  const place = textOf(values, 'destination') ?? (configured === null ? null : shownDestination(configured));
  return [
    name ? `job "${name}"` : `job ${typeof number === 'number' ? number : 'without a name'}`,
    ...(textOf(values, 'dataset') === null ? [] : [`of ${textOf(values, 'dataset')}`]),
    ...(place === null ? [] : [`to ${place}`]),
    ...(member(values, 'enabled') === false ? ['(not enabled)'] : []),
  ].join(' ');
}

/**
 * The filter of a job as JSON, to be written for people. Undefined if it must stay a text: because its JSON cannot be read
 * without rounding a number, or because the engine's way to write JSON would make it too long for the service.
 */
export function readableFilter(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    const written = JSON.stringify(value);
    // `jsonencode` escapes these (HashiCorp, "jsonencode Function").
    const longest = written.replace(/[<>&\u2028\u2029]/g, '\\u0000');
    const fits = new TextEncoder().encode(longest).length <= MAX_FILTER_BYTES;
    return fits && filterMeaning(written) === filterMeaning(text) ? value : undefined;
  } catch {
    return undefined;
  }
}
