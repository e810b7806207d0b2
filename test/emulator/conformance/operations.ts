import type { Call, Reply } from '../client';
import { FIELDS_RULESET, REQUEST_FIELDS, fieldsRule, fieldsRuleset } from './custom-field-rules';
import type { ConformingZone } from './conforming-zone';
import { DEPLOY, ENTRY_POINT, conformingZone } from './conforming-zone';
import { JOB, JOBS, challenge } from './log-push';
import { OVERRIDE, OVERRIDES } from './previous-version';

/** An operation of the specification with a request that succeeds. */
export interface ShownOperation {
  readonly section: string;
  readonly name: string;
  /** The scheme that the specification shows with it (docs/service.md 2.2); none where it shows none. */
  readonly scheme?: 'key-based' | 'bearer token';
  /** A new zone for it. */
  readonly on: () => ConformingZone;
  /** @param call sends the operation's own request; what has to be there before is done as usual */
  readonly send: (zone: ConformingZone, call: Call) => Promise<Reply>;
}

const OVERRIDE_ID = 'e'.repeat(32);

const ZONE = (): ConformingZone => conformingZone();

/** docs/service.md 3.3, in its order. */
export const OPERATIONS: readonly ShownOperation[] = [
  {
    section: '4.1',
    name: 'List rulesets',
    scheme: 'key-based',
    on: ZONE,
    send: (_zone, call) => call('GET', '/rulesets'),
  },
  {
    section: '4.2',
    name: 'Create ruleset',
    scheme: 'key-based',
    on: ZONE,
    send: (_zone, call) => call('POST', '/rulesets', FIELDS_RULESET),
  },
  {
    section: '4.3',
    name: 'Update ruleset',
    scheme: 'key-based',
    on: ZONE,
    send: async (zone, call) => {
      const { created } = await fieldsRuleset(zone);
      return call('PUT', `/rulesets/${created.id}`, { rules: [fieldsRule(REQUEST_FIELDS)] });
    },
  },
  {
    section: '4.4',
    name: 'Create log push job',
    scheme: 'key-based',
    on: ZONE,
    send: async (zone, call) => {
      const ownership_challenge = await challenge(zone, JOB.destination_conf);
      return call('POST', JOBS, { ...JOB, ownership_challenge });
    },
  },
  {
    section: '4.5',
    name: 'Check update compatibility',
    scheme: 'bearer token',
    on: ZONE,
    send: (_zone, call) => call('GET', '/waf_migration/check?phase_two=1'),
  },
  {
    section: '4.6',
    name: 'Get new configuration',
    scheme: 'bearer token',
    on: ZONE,
    send: (_zone, call) => call('GET', '/waf_migration/config?phase_two=1'),
  },
  {
    section: '4.7',
    name: 'Update zone entry-point ruleset',
    scheme: 'bearer token',
    on: ZONE,
    send: (_zone, call) =>
      call('PUT', `${ENTRY_POINT}?waf_migration=pending&phase_two=1`, { name: 'default', rules: [DEPLOY] }),
  },
  {
    section: '4.8',
    name: 'Get migration status',
    on: ZONE,
    send: (_zone, call) => call('GET', '/waf_migration/status'),
  },
  {
    section: '4.9',
    name: 'Delete a URI-based override of the previous version',
    on: () => conformingZone({ previous_waf: { uri_overrides: [{ id: OVERRIDE_ID, ...OVERRIDE }] } }),
    send: (_zone, call) => call('DELETE', `${OVERRIDES}/${OVERRIDE_ID}`),
  },
];
