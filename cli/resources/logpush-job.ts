import { isRecord, logpushJobSchema, shownDestination } from '../../schema';
import { member, textOf, type Json } from '../json';
import { readableFilter } from '../readable-filter';
import { CallCode, forEngine } from '../typescript-code';
import { camelCased, plain, plainRequests, type Attributes, type Props, type ResourceRecord } from './record';

/**
 * The first creation in a zone also reads the fields of the dataset, and the zone's jobs twice: when it is planned once
 * more, and right before it. The second list serves the creations of some seconds.
 */
export const JOB_REQUESTS = { firstCreation: 3, create: 1, adopt: 1, update: 2, destroy: 1 } as const;

export const logpushJob: ResourceRecord = {
  schema: logpushJobSchema,
  construct: 'LogpushJob',
  props,
  label: null,
  summary,
  requests: (change) => plainRequests(change, JOB_REQUESTS),
};

function props({ filter, options, ...rest }: Attributes): Props {
  const readable = typeof filter === 'string' ? readableFilter(filter) : undefined;
  return {
    ...(isRecord(options) ? camelCased(options) : {}),
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
    name === null || name === '' ? 'job without a name' : `job ${name}`,
    ...(typeof number === 'number' ? [`(${number})`] : []),
    ...(textOf(values, 'dataset') === null ? [] : [`of ${textOf(values, 'dataset')}`]),
    ...(place === null ? [] : [`to ${place}`]),
    ...(member(values, 'enabled') === false ? ['(not enabled)'] : []),
  ].join(' ');
}
