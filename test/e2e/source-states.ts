/** Objects of other providers as their state files hold them. */
export interface SourceObject {
  readonly type: string;
  readonly name: string;
  readonly provider: string;
  readonly version: number;
  readonly attributes: Readonly<Record<string, unknown>>;
}

const VENDOR = 'registry.terraform.io/cloudflare/cloudflare';

const ofVendor = (
  kind: 'logpush_job' | 'ruleset',
  name: string,
  version: number,
  attributes: SourceObject['attributes'],
): SourceObject => ({ type: `cloudflare_${kind}`, name, provider: VENDOR, version, attributes });

/** The attributes of a job as release 4 of the vendor's provider stores them (schema_version 0). */
export function vendorJob4(name: string, attributes: SourceObject['attributes']): SourceObject {
  return ofVendor('logpush_job', name, 0, {
    account_id: null,
    enabled: false,
    filter: null,
    frequency: null,
    kind: '',
    logpull_options: '',
    max_upload_bytes: null,
    max_upload_interval_seconds: null,
    max_upload_records: null,
    name: '',
    output_options: [],
    ownership_challenge: null,
    ...attributes,
  });
}

/** The same of release 5 (schema_version 500, 1 or 0). */
export function vendorJob5(
  name: string,
  attributes: SourceObject['attributes'],
  version = 500,
): SourceObject {
  return ofVendor('logpush_job', name, version, {
    account_id: null,
    enabled: false,
    error_message: null,
    filter: null,
    frequency: 'high',
    kind: '',
    last_complete: null,
    last_error: null,
    logpull_options: null,
    max_upload_bytes: null,
    max_upload_interval_seconds: 30,
    max_upload_records: 100000,
    name: null,
    output_options: null,
    ownership_challenge: null,
    ...attributes,
  });
}

/** Makes rulesets as a release stores them, with its value for blocks that are not there. */
const vendorRuleset =
  (version: number, none: readonly [] | null, more: object) =>
  (
    name: string,
    zoneId: string,
    id: string,
    {
      phase,
      rules,
    }: { readonly phase: string; readonly rules: readonly Readonly<Record<string, unknown>>[] },
  ): SourceObject =>
    ofVendor('ruleset', name, version, {
      account_id: null,
      description: '',
      id,
      kind: 'zone',
      name: 'default',
      phase,
      rules: rules.map((rule, index) => ({
        description: '',
        enabled: true,
        exposed_credential_check: none,
        expression: 'true',
        id: `${index}`.padStart(32, '0'),
        logging: none,
        ratelimit: none,
        ref: `${index}`.padStart(32, '0'),
        ...rule,
      })),
      zone_id: zoneId,
      ...more,
    });

/** Of release 4 (schema_version 1): blocks are lists, and names of fields are sets of texts. */
export const vendorRuleset4 = vendorRuleset(1, [], {});

/** Of release 5 (schema_version 500): objects, and names of fields are objects in lists. */
export const vendorRuleset5 = vendorRuleset(500, null, {
  last_updated: '2026-01-01T00:00:00Z',
  version: '1',
});

/** A `null_resource` whose triggers name an object. */
export function nullResource(name: string, triggers: Readonly<Record<string, string>>): SourceObject {
  return {
    type: 'null_resource',
    name,
    provider: 'registry.terraform.io/hashicorp/null',
    version: 0,
    attributes: { id: '4158796519867211467', triggers },
  };
}

/** A `terraform_data` whose input names an object. */
export function terraformData(name: string, input: Readonly<Record<string, string | number>>): SourceObject {
  const type = Object.fromEntries(Object.entries(input).map(([key, value]) => [key, typeof value]));
  const stored = { value: input, type: ['object', type] };
  return {
    type: 'terraform_data',
    name,
    provider: 'terraform.io/builtin/terraform',
    version: 0,
    attributes: {
      id: '7f6b1c9e-6a50-4a41-8c35-1d0c0a0d7a11',
      input: stored,
      output: stored,
      triggers_replace: null,
    },
  };
}

/** A state file with these objects. */
export function stateWith(objects: readonly SourceObject[], engineVersion = '1.11.4'): string {
  return JSON.stringify({
    version: 4,
    terraform_version: engineVersion,
    serial: 7,
    lineage: '3a0c2f0e-5d5c-4c1e-9b1a-0e0f5d3b8a10',
    outputs: {},
    resources: objects.map(({ type, name, provider, version, attributes }) => ({
      mode: 'managed',
      type,
      name,
      provider: `provider["${provider}"]`,
      instances: [{ schema_version: version, attributes, sensitive_attributes: [] }],
    })),
    check_results: null,
  });
}

/** A finished migration of this provider (schema_version 0). */
export function ownMigration(name: string, zoneId: string): SourceObject {
  return {
    type: 'zone_managed_rules_migration',
    name,
    provider: 'registry.terraform.io/zonewright/zone',
    version: 0,
    attributes: {
      zone_id: zoneId,
      target_state: 'finished',
      on_destroy: 'refuse',
      migration_state: 'finished',
      irreversible: true,
    },
  };
}
