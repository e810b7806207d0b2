import { only, recorded, type PolicyCase } from './case';
import { KEPT } from './policy-cases';

const LOSSES = ['known-losses zone_managed_rules_migration.approved'];

const wrong = (name: string, settings: unknown, more: Partial<PolicyCase> = {}): PolicyCase => ({
  name,
  plan: recorded('kept'),
  settings: typeof settings === 'object' && !Array.isArray(settings) ? { ...KEPT, ...settings } : settings,
  deny: ['settings'],
  warn: LOSSES,
  ...more,
});

const RECEIVER = 'zone_logpush_job.receiver';
const REASON = 'Contract 4711: the auditor receives these logs';

/** The plan has one finding, that of `zone_logpush_job.receiver`, or two, those of `zone_logpush_job.counted`. */
const acknowledged = (
  name: string,
  acknowledgement: object,
  verdict: Pick<PolicyCase, 'deny' | 'warn'>,
  destinations: readonly string[] = ['gs://our-logs', 'r2://'],
): PolicyCase => ({
  name,
  plan: recorded('kept'),
  settings: {
    ...only('destinations-in'),
    destinations,
    acknowledgements: [{ policy: 'destinations-in', address: RECEIVER, reason: REASON, ...acknowledgement }],
  },
  ...verdict,
});

const FOUND = [`destinations-in ${RECEIVER}`];
const COUNTED = [0, 1].map((index) => `destinations-in zone_logpush_job.counted[${index}]`);
const IN_MODULES = ['blog', 'shop'].map(
  (key) => `destinations-in module.fleet.module.zone["${key}"].zone_logpush_job.this`,
);

/** Where the settings allow no cookie. */
const COOKIES = ['blog', 'shop'].map(
  (key) => `no-cookies module.fleet.module.zone["${key}"].zone_log_custom_fields.this`,
);

export const SETTINGS_CASES: readonly PolicyCase[] = [
  wrong('a list for settings', [], {
    deny: [...COOKIES, 'settings'],
    warn: ['destinations-in', ...LOSSES],
  }),
  wrong('a misspelled setting', { destination: ['gs://our-logs'] }),
  wrong('places as one text', { cookies: 'theme' }, { deny: [...COOKIES, 'settings'] }),
  wrong('a name that is no text', { cookies: ['theme', 1] }),
  wrong('a number for a list', { cookies: 5 }, { deny: [...COOKIES, 'settings'] }),
  wrong('an object of texts for a list', { cookies: { name: 'theme' } }, { deny: [...COOKIES, 'settings'] }),
  wrong('a limit below 0', { max_delete: -1 }, { deny: ['max_delete', 'settings'] }),
  wrong('a limit that is no whole number', { max_finish: 1.5 }),
  wrong('a limit as text', { max_delete: '0' }),
  wrong('an opt-out as text', { allow_no_zone_resources: 'yes' }),
  wrong('an unknown level', { levels: { 'no-cookies': 'error' } }),
  wrong('the level of an unknown policy', { levels: { cookies: 'off' } }),
  wrong('levels as a list', { levels: ['off'] }),
  wrong('acknowledgements as an object', { acknowledgements: {} }),
  wrong('an acknowledgement that is no object', { acknowledgements: ['no-cookies'] }),

  acknowledged('an acknowledged finding', {}, { warn: FOUND }),
  acknowledged('an acknowledgement that ends later', { until: '2999-12-31' }, { warn: FOUND }),
  acknowledged('an acknowledgement that has ended', { until: '2020-12-31' }, { deny: FOUND }),
  acknowledged('an acknowledgement of another policy', { policy: 'no-cookies' }, { deny: FOUND }),
  acknowledged('an acknowledgement of another job', { address: 'zone_logpush_job.rec' }, { deny: FOUND }),
  acknowledged(
    'an acknowledgement without a reason',
    { reason: '   needed   ' },
    { deny: [...FOUND, 'settings'] },
  ),
  acknowledged(
    'an acknowledgement with an end that is no day',
    { until: '2999-13-31' },
    { deny: [...FOUND, 'settings'] },
  ),
  acknowledged(
    'an acknowledgement with an end that is no text',
    { until: 29991231 },
    { deny: [...FOUND, 'settings'] },
  ),
  acknowledged(
    'an acknowledgement with a misspelled end',
    { untill: '2020-12-31' },
    { deny: [...FOUND, 'settings'] },
  ),
  acknowledged(
    'an acknowledgement of an unknown policy',
    { policy: 'destinations' },
    { deny: [...FOUND, 'settings'] },
  ),
  acknowledged('an acknowledgement without an address', { address: '' }, { deny: [...FOUND, 'settings'] }),
  acknowledged(
    'an acknowledgement with an address that is no text',
    { address: 5 },
    { deny: [...FOUND, 'settings'] },
  ),
  ...[
    'zone_logpush_job',
    'zone_logpush_job.',
    'zone_logpush_job.*',
    'zone_logpush_job.receiver.name',
    'zone_logpush_job.receiver[',
    'zone_logpush_job.receiver[*]',
    ' zone_logpush_job.receiver',
    'module',
    'module.fleet.module',
    'module.fleet.zone_logpush_job',
  ].map((address) =>
    acknowledged(
      `an acknowledgement without a whole address: "${address}"`,
      { address },
      { deny: [...FOUND, 'settings'] },
    ),
  ),
  ...['module["fleet"]', 'module.fleet.module.zone', 'module.fleet.module', 'module'].map((address) =>
    acknowledged(
      `of objects in modules, an acknowledgement of "${address}"`,
      { address },
      address === 'module.fleet.module.zone' ? { warn: IN_MODULES } : { deny: [...IN_MODULES, 'settings'] },
      ['r2://', 'https://'],
    ),
  ),
  acknowledged(
    'an acknowledgement of all instances of a resource',
    { address: 'zone_logpush_job.counted' },
    { warn: COUNTED },
    ['gs://our-logs', 'https://'],
  ),
  acknowledged(
    'an acknowledgement of one instance',
    { address: 'zone_logpush_job.counted[1]' },
    { deny: COUNTED.slice(0, 1), warn: COUNTED.slice(1) },
    ['gs://our-logs', 'https://'],
  ),
  acknowledged('an acknowledgement of a module', { address: 'module.fleet' }, { warn: IN_MODULES }, [
    'r2://',
    'https://',
  ]),
  acknowledged(
    'an acknowledgement of one instance of a module',
    { address: 'module.fleet.module.zone["shop"]' },
    { deny: IN_MODULES.slice(0, 1), warn: IN_MODULES.slice(1) },
    ['r2://', 'https://'],
  ),

  {
    name: 'a policy that only warns',
    plan: recorded('no-change'),
    settings: { levels: { 'no-cookies': 'warn' } },
    warn: ['no-cookies zone_log_custom_fields.shop'],
  },
  ...(['warn', 'off'] as const).map((level) => ({
    name: `an acknowledged finding of a policy with the level ${level}`,
    plan: recorded('no-change'),
    settings: {
      levels: { 'no-cookies': level },
      acknowledgements: [
        { policy: 'no-cookies', address: 'zone_log_custom_fields.shop', reason: 'Contract 4711' },
      ],
    },
    warn: level === 'warn' ? ['no-cookies zone_log_custom_fields.shop'] : [],
  })),
  {
    name: 'a policy that is off',
    plan: recorded('no-change'),
    settings: { levels: { 'no-cookies': 'off' } },
  },
  {
    name: 'no settings at all',
    plan: recorded('no-change'),
    deny: ['no-cookies zone_log_custom_fields.shop'],
  },
];
