import type { Arguments } from '../call';

/** Managed rulesets of the service that protect against denial of service, and look at answers (docs/internals/service.md 6.3). */
const HTTP_DDOS_RULESET_ID = '4d21379b4f9f4bb088e0729962c8b3cf';
const NETWORK_DDOS_RULESET_ID = '3b64149bfa6e4220bbbc2bd6db589552';
const SENSITIVE_DATA_RULESET_ID = 'e22d83c647c64a3eae91b71b499d988e';

const execute = (id: string): Arguments => ({ action: 'execute', action_parameters: { id } });
const BLOCK: Arguments = { action: 'block' };
const HEADERS = { 'x-clients': { operation: 'set', value: 'yes' } };
const RATE_LIMIT = { characteristics: ['ip.src', 'cf.colo.id'], period: 60, requests_per_period: 100 };
const URL = { value: 'https://example.com/new' };

/** A phase that the emulator stores, and that the list of the SDKs does not have any more (docs/internals/service.md 3.5). */
export const UNPUBLISHED_PHASE = 'http_request_select_configuration';

/** A rule for each other phase that the emulator only stores (docs/internals/service.md 3.5), without its expression. */
export const RULE_OF_STORED_PHASE: Readonly<Record<string, Arguments>> = {
  ddos_l4: execute(NETWORK_DDOS_RULESET_ID),
  ddos_l7: execute(HTTP_DDOS_RULESET_ID),
  http_config_settings: { action: 'set_config', action_parameters: { ssl: 'full' } },
  http_custom_errors: {
    action: 'serve_error',
    action_parameters: { content: 'Sorry', content_type: 'text/plain', status_code: 503 },
  },
  http_ratelimit: { action: 'block', ratelimit: { ...RATE_LIMIT, mitigation_timeout: 60 } },
  http_request_cache_settings: { action: 'set_cache_settings', action_parameters: { cache: true } },
  http_request_dynamic_redirect: {
    action: 'redirect',
    action_parameters: { from_value: { status_code: 301, target_url: URL, preserve_query_string: true } },
  },
  http_request_firewall_custom: BLOCK,
  http_request_late_transform: { action: 'rewrite', action_parameters: { headers: HEADERS } },
  http_request_origin: { action: 'route', action_parameters: { origin: { port: 8443 } } },
  http_request_redirect: {
    action: 'redirect',
    action_parameters: { from_list: { name: 'moved', key: 'http.request.full_uri' } },
  },
  http_request_sanitize: BLOCK,
  http_request_sbfm: { action: 'managed_challenge' },
  http_request_transform: { action: 'rewrite', action_parameters: { uri: { path: { value: '/new' } } } },
  http_response_cache_settings: {
    action: 'set_cache_tags',
    action_parameters: { operation: 'add', values: ['clients'] },
  },
  http_response_compression: {
    action: 'compress_response',
    action_parameters: { algorithms: [{ name: 'brotli' }, { name: 'gzip' }] },
  },
  http_response_firewall_managed: execute(SENSITIVE_DATA_RULESET_ID),
  http_response_headers_transform: { action: 'rewrite', action_parameters: { headers: HEADERS } },
  magic_transit: BLOCK,
  magic_transit_ids_managed: BLOCK,
  magic_transit_managed: BLOCK,
  magic_transit_ratelimit: BLOCK,
};
