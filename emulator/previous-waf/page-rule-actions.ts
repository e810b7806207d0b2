/** What the value of a page rule's action may be; `none` is an action that has no value. */
export type ActionValue = 'none' | 'switch' | 'text';

/**
 * The actions of page rules that the emulator knows, with the form of their values. The first two matter to the
 * managed rules (docs/service.md 7.7); of the others, which client libraries list, only the form is checked.
 */
export const PAGE_RULE_ACTIONS: Readonly<Record<string, ActionValue>> = {
  disable_security: 'none',
  waf: 'switch',
  always_use_https: 'none',
  disable_apps: 'none',
  disable_performance: 'none',
  automatic_https_rewrites: 'switch',
  browser_check: 'switch',
  cache_by_device_type: 'switch',
  cache_deception_armor: 'switch',
  email_obfuscation: 'switch',
  explicit_cache_control: 'switch',
  ip_geolocation: 'switch',
  mirage: 'switch',
  opportunistic_encryption: 'switch',
  origin_error_page_pass_thru: 'switch',
  respect_strong_etag: 'switch',
  response_buffering: 'switch',
  rocket_loader: 'switch',
  server_side_exclude: 'switch',
  sort_query_string_for_cache: 'switch',
  true_client_ip_header: 'switch',
  bypass_cache_on_cookie: 'text',
  cache_level: 'text',
  cache_on_cookie: 'text',
  host_header_override: 'text',
  polish: 'text',
  resolve_override: 'text',
  security_level: 'text',
  ssl: 'text',
};
