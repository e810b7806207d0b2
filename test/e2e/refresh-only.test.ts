import { DEFAULT_ZONE_ID } from '../../emulator';
import { createWorkspace, hcl, startService, type TestService, type Workspace } from '../support/workspace';
import { expectNoDrift } from './no-drift';

let service: TestService;
let workspace: Workspace;

beforeAll(async () => {
  service = await startService();
  workspace = await createWorkspace({ env: service.env, startedBy: 'workspace' });
  workspace.write('main.tf', hcl(''));
  await workspace.ready();
});
afterAll(async () => {
  workspace.remove();
  await service.emulator.close();
});
beforeEach(() => {
  service.emulator.control.reset();
  for (const file of ['terraform.tfstate', 'terraform.tfstate.backup']) workspace.write(file, '');
  workspace.write('import.tf', '');
});

const NUMBERS = ['0.1', '0.10', '0.25', '1', '1.0', '1e-1', '0.3', '0.7', '1/4', '1/10', '0.1 + 0.2', 'pow(10, -1)', 'log(2, 10)', '0.000001', '1e-7', '0.123456789012345', 'tonumber("0.30")', 'jsondecode("0.1")', '0.000000000000001'];
const job = (name: string, body: string): string => `resource "zone_logpush_job" "${name}" {
  zone_id = "${DEFAULT_ZONE_ID}"
  name = "${name}"
  ${body}
}
`;
const DEST = 'destination_conf = "https://logs.example.com/a?header_X=1"';

test.each(NUMBERS)('%s', async (n) => {
  workspace.write('main.tf', hcl([
    job('o', `${DEST}\n options = { fields = ["RayID"], sample = ${n} }`),
    job('oo', `${DEST}\n output_options = { field_names = ["RayID"], sample_rate = ${n} }`),
    job('lo', `${DEST}\n logpull_options = "fields=RayID&sample=\${${n}}"`),
  ].join('')));
  await workspace.applied();
  await expectNoDrift(workspace);
});

const SENS = `variable "s" {
 sensitive = true
 default = "x.y"
}
variable "n" {
 sensitive = true
 default = 0.1
}
variable "l" {
 sensitive = true
 default = ["RayID", "ClientIP"]
}
variable "b" {
 sensitive = true
 default = true
}
variable "d" {
 sensitive = true
 default = "https://logs.example.com/a?header_X=1"
}
`;
test.each<readonly [string, string]>([
  ['plain', DEST],
  ['name', `${DEST}\n kind = var.b ? "edge" : ""`],
  ['dest', `destination_conf = var.d`],
  ['wo', `destination_conf_wo = var.d\n destination_conf_wo_version = 1`],
  ['ownership', `destination_conf = var.d\n ownership_challenge = var.s`],
  ['sample', `${DEST}\n options = { fields = ["RayID"], sample = var.n }`],
  ['fields', `${DEST}\n options = { fields = var.l, sample = 0.1 }`],
  ['field', `${DEST}\n options = { fields = ["RayID", var.l[1]], sample = 0.1 }`],
  ['options', `${DEST}\n options = { for k, v in { fields = var.l, sample = var.n } : k => v }`],
  ['optionss', `${DEST}\n options = sensitive({ fields = var.l, sample = var.n })`],
  ['oooo', `${DEST}\n output_options = sensitive({ field_names = var.l, sample_rate = var.n })`],
  ['oooo', `${DEST}\n output_options = { field_names = var.l, sample_rate = var.n, record_prefix = var.s }`],
  ['oooo', `${DEST}\n output_options = { field_names = ["RayID", var.l[1]], sample_rate = var.n, record_prefix = var.s }`],
  ['filter', `${DEST}\n filter = jsonencode({ where = { key = "EdgeResponseStatus", operator = "eq", value = var.s } })`],
  ['filter2', `${DEST}\n filter = jsonencode({ where = { key = "EdgeResponseStatus", operator = "eq", value = 12345678901234567890 } })`],
  ['filter3', `${DEST}\n filter = " {\\"where\\": {\\"key\\": \\"EdgeResponseStatus\\", \\"operator\\":\\"eq\\", \\"value\\": 1.50 }}"`],
  ['lo', `${DEST}\n logpull_options = "fields=\${join(",", var.l)}&sample=\${var.n}"`],
  ['lo2', `${DEST}\n logpull_options = "timestamps=unix&sample=0.10&fields=RayID"`],
  ['num', `${DEST}\n enabled = var.b\n max_upload_bytes = 5e6\n max_upload_interval_seconds=30.0\n max_upload_records = 1000`],
  ['zone', `${DEST}\n enabled = sensitive(true)\n max_upload_bytes = sensitive(5000000)`],
  ['freq', `${DEST}\n frequency = sensitive("low")`],
])('job %s %s', async (name, body) => {
  workspace.write('main.tf', hcl(SENS + job(name, body)));
  await workspace.applied();
  await expectNoDrift(workspace);
});

test.each<readonly [string, string]>([
  ['plain', `request_headers = ["a", "b"]`],
  ['sensitive', `request_headers = ["a", var.s]`],
  ['all', `request_headers = var.l`],
  ['cookies', `cookies = var.l`],
  ['empty', `request_headers = ["x"]\n cookies = []\n description = null`],
  ['descr', `request_headers = ["x"]\n description = var.s\n enabled = var.b`],
  ['adopt', `request_headers = ["x"]\n on_existing = sensitive("adopt")`],
])('fields %s %s', async (_name, body) => {
  workspace.write('main.tf', hcl(SENS.replace('"RayID", "ClientIP"', '"ray-id", "b"') + `resource "zone_log_custom_fields" "a" {
  zone_id = "${DEFAULT_ZONE_ID}"
  ${body}
}`));
  await workspace.applied();
  await expectNoDrift(workspace);
});
