import type { SeedDocument, SeedZone } from '../../../emulator';

/** Would run, break out of an attribute or end the page if it were not escaped. */
export const HOSTILE = `"'></title></script><script>window.ran = 1</script><img src=x onerror="window.ran = 1">&lt;`;

export const HOSTILE_COOKIE = `<img/src/onerror>'&`;

/** A zone of each state, ids by state. */
export const ZONES = {
  start: '1'.repeat(32),
  validation: '2'.repeat(32),
  finishing: '3'.repeat(32),
  finished: '4'.repeat(32),
  professional: '5'.repeat(32),
  hostile: '6'.repeat(32),
} as const;

export const DESTINATION =
  's3://logs/example/{DATE}?region=eu-west-1&access-key-id=AK&secret-access-key=SECRET';

const MANAGED_RULESET = 'efb7b8c949ac4650a09736fc376e9aee';
const CORE_RULESET = '4814384a9e5d4991b9815dcfc25d2f1f';

const names = (...list: readonly string[]): readonly { name: string }[] => list.map((name) => ({ name }));

const DEPLOYED: NonNullable<SeedZone['rulesets']>[number] = {
  phase: 'http_request_firewall_managed',
  rules: [
    {
      action: 'skip',
      expression: '(http.request.uri.path contains "/health")',
      description: 'Health checks pass by',
      action_parameters: { ruleset: 'current' },
    },
    { action: 'execute', expression: 'true', action_parameters: { id: MANAGED_RULESET } },
    {
      action: 'execute',
      expression: 'true',
      description: 'Core rule set at paranoia level 2',
      action_parameters: {
        id: CORE_RULESET,
        overrides: {
          categories: [
            { category: 'paranoia-level-3', enabled: false },
            { category: 'paranoia-level-4', enabled: false },
          ],
        },
      },
    },
  ],
};

const START: SeedZone = {
  id: ZONES.start,
  name: 'example.com',
  plan: 'enterprise',
  rulesets: [
    {
      phase: 'http_log_custom_fields',
      version: '7',
      rules: [
        {
          action: 'log_custom_field',
          expression: 'true',
          action_parameters: {
            request_fields: names('x-request-id', 'user-agent', 'content-type'),
            response_fields: names('server', 'x-cache', 'strict-transport-security'),
            cookie_fields: names('SessionId', '__Host-visitor'),
          },
        },
      ],
    },
  ],
  logpush: {
    jobs: [
      {
        id: 1,
        name: 'requests-to-store',
        enabled: true,
        destination_conf: DESTINATION,
        logpull_options:
          'fields=RayID,EdgeStartTimestamp,ClientRequestPath,RequestHeaders,ResponseHeaders,Cookies&timestamps=rfc3339',
      },
      {
        id: 2,
        name: 'to-the-collector',
        enabled: true,
        destination_conf: 'https://user:SECRET@logs.example:8443/hook/SECRET?header_Authorization=SECRET',
        logpull_options: 'fields=RayID,ClientRequestPath',
      },
      { id: 3, destination_conf: 'gs://archive/cold' },
    ],
  },
  previous_waf: {
    core_rule_set: { sensitivity: 'medium', action_mode: 'simulate' },
    firewall_rules: [
      { action: 'bypass', products: ['waf'], expression: '(ip.src eq 192.0.2.9)', description: 'Monitoring' },
    ],
    page_rules: [
      { url: 'example.com/static/*', actions: [{ id: 'disable_security' }] },
      { url: 'example.com/admin/*', actions: [{ id: 'waf', value: 'on' }] },
    ],
  },
};

/** Zones in each state, and one in which every free text is hostile. */
export const PAGE_SEED: SeedDocument = {
  clock: '2025-01-01T12:00:00Z',
  zones: [
    START,
    {
      id: ZONES.validation,
      name: 'shop.example',
      plan: 'enterprise',
      rulesets: [DEPLOYED],
      migration: { state: 'validation', since: '2025-01-01T09:30:00Z' },
    },
    {
      id: ZONES.finishing,
      name: 'news.example',
      plan: 'business',
      rulesets: [DEPLOYED],
      migration: {
        state: 'finishing',
        since: '2025-01-01T11:59:30Z',
        finishes_at: '2025-01-01T12:10:00Z',
      },
    },
    {
      id: ZONES.finished,
      name: 'blog.example',
      plan: 'professional',
      rulesets: [DEPLOYED],
      migration: { state: 'finished', since: '2024-12-24T08:00:00Z' },
    },
    { id: ZONES.professional, name: 'example.net', plan: 'professional' },
    {
      id: ZONES.hostile,
      name: HOSTILE,
      plan: 'enterprise',
      rulesets: [
        {
          phase: 'http_log_custom_fields',
          name: HOSTILE,
          description: HOSTILE,
          rules: [
            {
              action: 'log_custom_field',
              expression: 'true',
              description: HOSTILE,
              action_parameters: { cookie_fields: names(HOSTILE_COOKIE) },
            },
          ],
        },
      ],
      logpush: {
        jobs: [
          {
            id: 9,
            enabled: true,
            destination_conf: 'gs://hostile/path',
            logpull_options: 'fields=RayID',
            last_error: '2025-01-01T11:00:00Z',
            error_message: HOSTILE,
          },
        ],
      },
      previous_waf: {
        firewall_rules: [{ action: 'bypass', products: ['waf'], expression: HOSTILE }],
      },
    },
  ],
};
