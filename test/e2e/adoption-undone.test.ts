import { createWorkspace, hcl, startService, type TestService, type Workspace } from '../support/workspace';

/** Three zones that people configured by hand, each with its migration in another state. */
const ZONES = {
  alpha: '1'.repeat(32),
  beta: '2'.repeat(32),
  gamma: '3'.repeat(32),
} as const;

const SECRET = 'r2://logs/alpha?account-id=a&access-key-id=AKIAALPHA000&secret-access-key=alphasecretalpha';

const SEED = `
zones:
  - id: '${ZONES.alpha}'
    name: alpha.example
    rulesets:
      - phase: http_log_custom_fields
        rules:
          - action: log_custom_field
            expression: 'true'
            description: by hand
            action_parameters: { request_fields: [{ name: x-request-id }], cookie_fields: [{ name: Sid }] }
    logpush:
      jobs:
        - name: requests
          enabled: true
          destination_conf: ${SECRET}
          logpull_options: fields=RayID,RequestHeaders&timestamps=rfc3339
  - id: '${ZONES.beta}'
    name: beta.example
    rulesets:
      - phase: http_log_custom_fields
        rules:
          - { action: log_custom_field, expression: 'true', action_parameters: { request_fields: [{ name: x-a }] } }
          - { action: log_custom_field, expression: 'true', action_parameters: { cookie_fields: [{ name: B }] } }
      - phase: http_request_firewall_managed
        rules:
          - { action: execute, expression: 'true', action_parameters: { id: efb7b8c949ac4650a09736fc376e9aee } }
    migration: { state: finished }
    previous_waf: { enabled: false }
  - id: '${ZONES.gamma}'
    name: gamma.example
    rulesets:
      - phase: http_log_custom_fields
        rules:
          - action: log_custom_field
            expression: 'true'
            enabled: false
            action_parameters: { cookie_fields: [{ name: track }] }
    logpush:
      jobs: [{ name: silent, destination_conf: 'https://logs.example.com/' }]
`;

const RESOURCES = `
variable "secret" {
  type      = string
  ephemeral = true
  default   = "${SECRET}"
}
resource "zone_log_custom_fields" "alpha" {
  zone_id         = "${ZONES.alpha}"
  description     = "by hand"
  request_headers = ["x-request-id"]
  cookies         = ["Sid"]
  on_existing     = "adopt"
}
resource "zone_log_custom_fields" "beta" {
  zone_id         = "${ZONES.beta}"
  request_headers = ["x-a"]
  cookies         = ["B"]
  on_existing     = "adopt"
}
resource "zone_log_custom_fields" "gamma" {
  zone_id     = "${ZONES.gamma}"
  cookies     = ["track"]
  enabled     = false
  on_existing = "adopt"
}
resource "zone_logpush_job" "alpha" {
  zone_id                     = "${ZONES.alpha}"
  name                        = "requests"
  enabled                     = true
  destination_conf_wo         = var.secret
  destination_conf_wo_version = 1
  logpull_options             = { fields = ["RayID", "RequestHeaders"], timestamps = "rfc3339" }
}
resource "zone_logpush_job" "gamma" {
  zone_id          = "${ZONES.gamma}"
  name             = "silent"
  destination_conf = "https://logs.example.com/"
}
resource "zone_managed_rules_migration" "beta" {
  zone_id      = "${ZONES.beta}"
  target_state = "finished"
}
`;

const IDS = {
  'zone_log_custom_fields.alpha': ZONES.alpha,
  'zone_log_custom_fields.beta': ZONES.beta,
  'zone_log_custom_fields.gamma': ZONES.gamma,
  'zone_logpush_job.alpha': `${ZONES.alpha}/1/1`,
  'zone_logpush_job.gamma': `${ZONES.gamma}/1`,
  'zone_managed_rules_migration.beta': ZONES.beta,
} as const;

let service: TestService;
let workspace: Workspace;

beforeAll(async () => {
  service = await startService({ seed: SEED });
  workspace = await createWorkspace({ env: service.env, startedBy: 'workspace' });
});

const block = (keyword: string, lines: readonly string[]): string =>
  `${keyword} {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;

test('objects made by hand are imported and then forgotten, and no zone changes', async () => {
  const zones = service.emulator.control.zones();
  const imports = Object.entries(IDS).map(([to, id]) => block('import', [`to = ${to}`, `id = "${id}"`]));
  workspace.write('main.tf', hcl(RESOURCES));
  workspace.write('adopt.tf', imports.join('\n'));
  await workspace.ready();
  await workspace.applied();
  expect(await workspace.plan()).toMatchObject({ exitCode: 0 });
  expect(await workspace.plan({ refreshOnly: true })).toMatchObject({ exitCode: 0 });
  expect(workspace.read('terraform.tfstate')).not.toContain('alphasecret');
  expect(service.emulator.control.zones()).toEqual(zones);

  const removed = Object.keys(IDS).map((from) =>
    block('removed', [`from = ${from}`, 'lifecycle {', '  destroy = false', '}']),
  );
  workspace.write('main.tf', hcl(''));
  workspace.write('adopt.tf', removed.join('\n'));
  await workspace.applied();
  expect(JSON.parse(workspace.read('terraform.tfstate'))).toMatchObject({ resources: [] });
  expect(service.emulator.control.zones()).toEqual(zones);
});
