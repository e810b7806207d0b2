import type { ServiceSettings } from '../service/settings';

/** One of the lists of names in the parameters of `log_custom_field` (docs/service.md 4.1). */
export interface FieldList {
  readonly member: string;
  /** Header names are lower case; cookie names keep the capitalization of the request. */
  readonly holds: 'headers' | 'cookies';
  /** Items may carry `preserve_duplicates` (docs/service.md 4.2). */
  readonly duplicates: boolean;
  /** A name in this list and in that one is refused: one header is logged raw or transformed (docs/service.md 1.2). */
  readonly excludes?: string;
}

export interface FieldRules {
  readonly lists: readonly FieldList[];
  readonly limit: { readonly names: number; readonly over: 'all lists' | 'each list' };
}

const SPECIFICATION: FieldRules = {
  lists: [
    { member: 'request_fields', holds: 'headers', duplicates: false },
    { member: 'response_fields', holds: 'headers', duplicates: false },
    { member: 'cookie_fields', holds: 'cookies', duplicates: false },
  ],
  limit: { names: 40, over: 'all lists' },
};

const LIVING: FieldRules = {
  lists: [
    { member: 'request_fields', holds: 'headers', duplicates: false },
    {
      member: 'transformed_request_fields',
      holds: 'headers',
      duplicates: false,
      excludes: 'request_fields',
    },
    { member: 'response_fields', holds: 'headers', duplicates: true },
    { member: 'raw_response_fields', holds: 'headers', duplicates: true, excludes: 'response_fields' },
    { member: 'cookie_fields', holds: 'cookies', duplicates: false },
  ],
  limit: { names: 100, over: 'each list' },
};

/** The lists and their limit: 40 names over all lists (docs/service.md 8), or 100 in each (docs/service.md 1.2). */
export function fieldRules(limits: ServiceSettings['limits']): FieldRules {
  switch (limits) {
    case 'specification':
      return SPECIFICATION;
    case 'living':
      return LIVING;
  }
}
