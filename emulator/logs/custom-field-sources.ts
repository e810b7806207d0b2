import type { ServiceSettings } from '../service/settings';
import type { HeaderStage } from './exchange';

/** The fields of a log entry that hold custom log fields (docs/service.md 1.1). */
export const CUSTOM_FIELDS = ['RequestHeaders', 'Cookies', 'ResponseHeaders'] as const;

export type CustomField = (typeof CUSTOM_FIELDS)[number];

/** Where the names of one list find their values, and which field of the log entry these go to. */
export interface CustomFieldSource {
  /** The member of `action_parameters` that lists the names. */
  readonly list: string;
  readonly holds: 'headers' | 'cookies';
  readonly from: HeaderStage;
  readonly into: CustomField;
}

/** Originals only (docs/service.md 8). The order is the one in which the sources share the room of an entry. */
const SPECIFICATION: readonly CustomFieldSource[] = [
  { list: 'request_fields', holds: 'headers', from: 'request', into: 'RequestHeaders' },
  { list: 'cookie_fields', holds: 'cookies', from: 'request', into: 'Cookies' },
  { list: 'response_fields', holds: 'headers', from: 'response', into: 'ResponseHeaders' },
];

/** Five lists; the one of old for response headers takes what transform rules made of them (docs/service.md 1.2, 4.2). */
const LIVING: readonly CustomFieldSource[] = [
  { list: 'request_fields', holds: 'headers', from: 'request', into: 'RequestHeaders' },
  {
    list: 'transformed_request_fields',
    holds: 'headers',
    from: 'transformed request',
    into: 'RequestHeaders',
  },
  { list: 'cookie_fields', holds: 'cookies', from: 'request', into: 'Cookies' },
  { list: 'response_fields', holds: 'headers', from: 'transformed response', into: 'ResponseHeaders' },
  { list: 'raw_response_fields', holds: 'headers', from: 'response', into: 'ResponseHeaders' },
];

/** The sources of custom log fields. */
export function customFieldSources(limits: ServiceSettings['limits']): readonly CustomFieldSource[] {
  switch (limits) {
    case 'specification':
      return SPECIFICATION;
    case 'living':
      return LIVING;
  }
}
