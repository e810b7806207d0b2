// Written by "npm run docs" from logCustomFieldsSchema: change that, and not this file.
import type { IResolvable } from 'cdktf';
import type { OneOf } from '../binding/props';

/** The arguments of `LogCustomFields`. */
export interface LogCustomFieldsArguments {
  /** The zone, 32 hexadecimal digits. Another zone means a new object. */
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
   * Names of cookies, capitalized as in the HTTP request.
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
   * What to do when the zone already has other custom fields at the time this object is made: `refuse` (the plan
   * fails and offers an `import` block) or `adopt` (the plan shows before and after, and apply takes them over). On
   * its own, a changed value is no change.
   * @default "refuse"
   */
  readonly onExisting?: OneOf<'refuse' | 'adopt'>;
}

/** References to the attributes of `LogCustomFields`. */
export interface LogCustomFieldsReferences {
  /** The zone, 32 hexadecimal digits. Another zone means a new object. */
  readonly zoneId: string;
  /** Names of request headers, in lower case. */
  readonly requestHeaders: string[];
  /** Names of response headers, in lower case. */
  readonly responseHeaders: string[];
  /** Names of cookies, capitalized as in the HTTP request. */
  readonly cookies: string[];
  /** Free text, kept with the rule at the service. */
  readonly description: string;
  /** Whether the fields are logged. */
  readonly enabled: IResolvable;
  /**
   * What to do when the zone already has other custom fields at the time this object is made: `refuse` (the plan
   * fails and offers an `import` block) or `adopt` (the plan shows before and after, and apply takes them over). On
   * its own, a changed value is no change.
   */
  readonly onExisting: string;
  /**
   * What the zone had when `onExisting: 'adopt'` took it over: the state before, for a reviewer of the plan and for
   * the way back. Null when there was nothing to take over.
   */
  readonly adopted: LogCustomFieldsAdoptedReferences;
  /**
   * Whether the zone had fields already, equal ones or others, when this object was made, or it was imported. Known
   * after apply where the plan cannot look, and where another resource of Zonewright wrote equal fields: the same
   * apply may destroy it first. Null for an object that an earlier release made.
   */
  readonly takenOver: IResolvable;
  /** The zone-level ruleset of the phase `http_log_custom_fields` that holds the fields' rule. */
  readonly rulesetId: string;
}

/**
 * What the zone had when `onExisting: 'adopt'` took it over: the state before, for a reviewer of the plan and for the
 * way back. Null when there was nothing to take over.
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
