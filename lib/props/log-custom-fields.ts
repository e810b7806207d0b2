// Written by "npm run docs" from logCustomFieldsSchema: change that, and not this file.
import type { IResolvable } from 'cdktf';
import type { OneOf } from '../binding/props';

/** The arguments of `LogCustomFields`. */
export interface LogCustomFieldsArguments {
  /** The zone, 32 hexadecimal digits. Changing it replaces the object. */
  readonly zoneId: string;
  /**
   * Names of request headers, in lower case.
   * @default []
   */
  readonly requestHeaders?: readonly string[];
  /**
   * Names of response headers, in lower case.
   * @default []
   */
  readonly responseHeaders?: readonly string[];
  /**
   * Names of cookies, case-sensitive as in the HTTP request.
   * @default []
   */
  readonly cookies?: readonly string[];
  /**
   * Free text, kept with the rule at the service.
   * @default ""
   */
  readonly description?: string;
  /**
   * Whether the fields are logged.
   * @default true
   */
  readonly enabled?: boolean | IResolvable;
  /**
   * What to do when the zone already has different custom fields when this object is created: `refuse` (the plan
   * fails and offers an `import` block) or `adopt` (the plan shows before and after, and apply takes them over).
   * Changing only this value changes nothing.
   * @default "refuse"
   */
  readonly onExisting?: OneOf<'refuse' | 'adopt'>;
}

/** References to the attributes of `LogCustomFields`. */
export interface LogCustomFieldsReferences {
  /** The zone, 32 hexadecimal digits. Changing it replaces the object. */
  readonly zoneId: string;
  /** Names of request headers, in lower case. */
  readonly requestHeaders: string[];
  /** Names of response headers, in lower case. */
  readonly responseHeaders: string[];
  /** Names of cookies, case-sensitive as in the HTTP request. */
  readonly cookies: string[];
  /** Free text, kept with the rule at the service. */
  readonly description: string;
  /** Whether the fields are logged. */
  readonly enabled: IResolvable;
  /**
   * What to do when the zone already has different custom fields when this object is created: `refuse` (the plan
   * fails and offers an `import` block) or `adopt` (the plan shows before and after, and apply takes them over).
   * Changing only this value changes nothing.
   */
  readonly onExisting: string;
  /**
   * What the zone had before `onExisting: 'adopt'` took it over, for reviewing the plan and for going back. Null when
   * there was nothing to take over.
   */
  readonly adopted: LogCustomFieldsAdoptedReferences;
  /**
   * Whether the zone already had fields, equal or not, when this object was created, or whether it was imported.
   * Known after apply when the plan cannot read them, and when another Zonewright resource wrote equal fields,
   * because the same apply may destroy that first. Null for an object of an earlier release.
   */
  readonly takenOver: IResolvable;
  /** The zone-level ruleset of the phase `http_log_custom_fields` that holds the fields' rule. */
  readonly rulesetId: string;
}

/**
 * What the zone had before `onExisting: 'adopt'` took it over, for reviewing the plan and for going back. Null when
 * there was nothing to take over.
 */
export interface LogCustomFieldsAdoptedReferences {
  /** Request headers before. */
  readonly requestHeaders: string[];
  /** Response headers before. */
  readonly responseHeaders: string[];
  /** Cookies before. */
  readonly cookies: string[];
  /** Description before. */
  readonly description: string;
  /** Whether the fields were logged before. */
  readonly enabled: IResolvable;
}
