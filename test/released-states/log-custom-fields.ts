import type { SeedZone } from '../../emulator';
import { zoneIdOf } from '../e2e/migrating-zones';
import type { StateSet } from './state-set';

const ZONES = ['made', 'least', 'disabled', 'adopted', 'adopted-nothing', 'imported', 'each-a', 'each-b'];

const zone = (name: string): string => zoneIdOf(`fields-${name}`);

/** Fields that others have set before. */
const THEIRS: SeedZone['rulesets'] = [
  {
    phase: 'http_log_custom_fields',
    rules: [
      {
        action: 'log_custom_field',
        expression: 'true',
        description: 'of a colleague',
        enabled: true,
        action_parameters: {
          request_fields: [{ name: 'x-theirs' }],
          cookie_fields: [{ name: 'Theirs' }],
        },
      },
    ],
  },
];

/** Custom log fields: made, taken over, imported; with everything set and with the least. */
export const LOG_CUSTOM_FIELDS: StateSet = {
  name: 'log-custom-fields',
  seed: {
    zones: ZONES.map((name) => ({
      id: zone(name),
      name: `${name}.example`,
      ...(['adopted', 'imported'].includes(name) ? { rulesets: THEIRS } : {}),
    })),
  },
  blocks: () => ({
    resource: {
      zone_log_custom_fields: {
        made: {
          zone_id: zone('made'),
          request_headers: ['x-request-id', 'content-type'],
          response_headers: ['server-timing'],
          cookies: ['Session', 'session'],
          description: 'für alle',
        },
        least: { zone_id: zone('least'), cookies: ['sid'] },
        disabled: { zone_id: zone('disabled'), request_headers: ['x-a'], enabled: false },
        adopted: { zone_id: zone('adopted'), request_headers: ['x-ours'], on_existing: 'adopt' },
        'adopted-nothing': {
          zone_id: zone('adopted-nothing'),
          response_headers: ['etag'],
          on_existing: 'adopt',
        },
        imported: {
          zone_id: zone('imported'),
          request_headers: ['x-theirs'],
          cookies: ['Theirs'],
          description: 'of a colleague',
        },
        each: {
          for_each: { a: zone('each-a'), b: zone('each-b') },
          zone_id: '${each.value}',
          cookies: ['${each.key}'],
        },
      },
    },
    data: {
      zone_rulesets: {
        made: { zone_id: zone('made'), kind: 'zone', depends_on: ['zone_log_custom_fields.made'] },
      },
    },
  }),
  imports: () => ({ 'zone_log_custom_fields.imported': zone('imported') }),
};
