import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { DEFAULT_ZONE_ID, type FaultRule } from '../../emulator';
import { packageVersion } from '../../lib/provider/package-root';
import { placeProvider } from '../../lib/provider/provider-package';
import { createClientCertificate } from '../conformance/client-certificate';
import { service, useWorkspace, workspace } from './one-service';
import { listening } from '../support/listening';
import { temporaryFolder } from '../support/temporary-folder';
import { createWorkspace, hcl, type WorkspaceOptions } from '../support/workspace';
import { printed } from './migration-workspace';

/** What docs/guides/failures.md says is printed, by what happened: a text in which "…" stands for anything. */
const PAGE = new Map(
  [
    ...readFileSync(join(__dirname, '../../docs/guides/failures.md'), 'utf8').matchAll(
      /^\| ([^|]+) \| `([^|]+)` \|/gm,
    ),
  ].map(([, happened = '', text = '']) => [
    happened,
    new RegExp(
      text
        .split('…')
        .map((part) => part.replace(/[.()]/g, '\\$&'))
        .join('.*'),
    ),
  ]),
);

const JOB = `
resource "zone_logpush_job" "edge" {
  zone_id          = "${DEFAULT_ZONE_ID}"
  name             = "edge"
  enabled          = true
  destination_conf = "https://logs.example.com/in"
  logpull_options  = { fields = ["RayID"] }
}
`;
const rules = (written: string): string => `
resource "zone_managed_rules" "all" {
  zone_id = "${DEFAULT_ZONE_ID}"
  rules   = ${written}
}
`;
const CONFIGURATION = hcl(`provider "zone" {\n  max_retries = 0\n}\n${JOB}`);

let putBack: () => void;

useWorkspace({}, { files: { 'main.tf': CONFIGURATION } });
beforeAll(async () => {
  await workspace.applied();
  const [zones, state] = [service.emulator.control.snapshot(), workspace.read('terraform.tfstate')];
  putBack = () => {
    service.emulator.control.faults.clear();
    service.emulator.control.restore(zones);
    workspace.write('terraform.tfstate', state);
    workspace.write('main.tf', CONFIGURATION);
  };
});
beforeEach(() => putBack());

const refuse = (status: number, code: number, message: string): FaultRule => ({
  effect: {
    kind: 'answer',
    status,
    body: { success: false, errors: [{ code, message }], messages: [], result: null },
  },
});
const fault = (rule: FaultRule) => (): void => service.emulator.control.faults.put([rule]);
const editJobs = (edit: (jobs: readonly object[]) => readonly object[]): unknown =>
  service.emulator.control.editZone(DEFAULT_ZONE_ID, ({ logpush }) => {
    logpush.jobs = edit(logpush.jobs ?? []) as typeof logpush.jobs;
  });

const planElsewhere = (address: string): Promise<string> =>
  planIn({ env: { ...service.env, ZONEWRIGHT_BASE_URL: address }, startedBy: 'workspace' });

const planIn = async (options: WorkspaceOptions): Promise<string> => {
  const elsewhere = await createWorkspace({
    ...options,
    files: { 'main.tf': CONFIGURATION, 'terraform.tfstate': workspace.read('terraform.tfstate') },
  });
  await elsewhere.ready();
  return printed(await elsewhere.plan());
};

/** Places a provider of which one byte of the packed service is another. */
function placeDamaged(mirror: string): void {
  const from = join(temporaryFolder(), 'provider');
  cpSync(join(__dirname, '../../dist/provider'), from, { recursive: true });
  const program = join(from, `terraform-provider-zone_v${packageVersion()}`);
  writeFileSync(program, readFileSync(program).fill('?', 60_000, 60_001));
  placeProvider(mirror, { from });
}

/** Makes each happen, and returns what the engine prints. */
const HAPPENS: Readonly<Record<string, () => Promise<string>>> = {
  'The token is wrong, expired or revoked': () => planAfter(fault(refuse(403, 9109, 'Invalid access token'))),
  'The token has a filter of addresses': () =>
    planAfter(fault(refuse(403, 9109, 'Cannot use the access token from location: 203.0.113.7'))),
  'It lacks a permission': () => planAfter(fault(refuse(403, 10000, 'Authentication error'))),
  'Too many requests': () => planAfter(fault({ effect: { kind: 'rate-limit', retryAfterSeconds: 90 } })),
  'The service is down': () => planAfter(fault(refuse(500, 10001, 'Internal error'))),
  'Something else answers': () => planAfter(fault({ effect: { kind: 'html-page' } })),
  'Somebody edited an object': () =>
    planAfter(() => editJobs((jobs) => jobs.map((job) => ({ ...job, enabled: false })))),
  'Somebody deleted an object': () => planAfter(() => editJobs(() => [])),
  'The zone has other fields or rules': () =>
    planAfter(() => {
      const rule = {
        action: 'log_custom_field',
        expression: 'true',
        action_parameters: { cookie_fields: [{ name: 'theirs' }] },
      };
      service.emulator.control.saveRuleset(DEFAULT_ZONE_ID, 'http_log_custom_fields', { rules: [rule] });
      const fields = `resource "zone_log_custom_fields" "all" {\n  zone_id = "${DEFAULT_ZONE_ID}"\n  cookies = ["sid"]\n}`;
      workspace.write('main.tf', `${CONFIGURATION}${fields}`);
    }),
  'The zone is gone': () =>
    planAfter(() => {
      const { control } = service.emulator;
      control.restore({ ...control.snapshot(), zones: [] });
    }),
  'No zone has this id, or the address is wrong': () =>
    planAfter(
      fault(refuse(404, 7003, 'Could not route to /zones/x, perhaps your object identifier is invalid?')),
    ),
  'The zone has all the jobs it may have': async () => {
    workspace.write(
      'main.tf',
      `${CONFIGURATION}${JOB.replaceAll('edge', 'other').replace('RayID', 'ClientIP')}`,
    );
    const limit = refuse(403, 1004, 'creating a new job is not allowed: exceeded max jobs allowed');
    fault({ ...limit, match: { method: 'POST' } })();
    return printed(await workspace.apply());
  },
  'The provider is not found': async () => {
    // Nothing is asked but a folder that has nothing.
    const nowhere = 'provider_installation {\n  filesystem_mirror {\n    path = "empty"\n  }\n}';
    const files = { 'main.tf': CONFIGURATION, 'rc.tfrc': nowhere, 'empty/none': '' };
    const bare = await createWorkspace({
      place: () => undefined,
      env: { TF_CLI_CONFIG_FILE: 'rc.tfrc' },
      files,
    });
    return printed(await bare.init());
  },
  'A reference into `finish`, before there is one': () => {
    const migration = `resource "zone_managed_rules_migration" "m" {
  zone_id = "${DEFAULT_ZONE_ID}"
  target_state = "validation"
}
output "rules" {
  value = zone_managed_rules_migration.m.finish.rules
}`;
    return planAfter(() => workspace.write('main.tf', `${CONFIGURATION}${migration}`));
  },
  'The provider does not start': () => planIn({ env: { ...service.env, ZONEWRIGHT_NODE: '/bin/false' } }),
  'Its files are damaged': () => planIn({ env: service.env, place: placeDamaged }),
  'An object is where none belongs, such as `action_parameters`': () =>
    planAfter(() =>
      workspace.write(
        'main.tf',
        `${CONFIGURATION}${rules('[{ name = "a", action_parameters = { id = "x" } }]')}`,
      ),
    ),
  'The elements of a variable differ': () => {
    const variable =
      'variable "rules" {\n  type = list(any)\n  default = [{ name = "a", execute = {} }, { name = "b", skip = {} }]\n}';
    return planAfter(() => workspace.write('main.tf', `${CONFIGURATION}${variable}${rules('var.rules')}`));
  },
  'The apply has a token that may not read a zone, and the plan had one that may': async () => {
    workspace.write('main.tf', CONFIGURATION.replace('"edge"', '"another"'));
    await workspace.plan({ out: 'named.tfplan' });
    const unread = { match: { operation: 'zones.get' }, ...refuse(403, 10000, 'Forbidden') };
    fault(unread as FaultRule)();
    return printed(await workspace.apply({ planFile: 'named.tfplan' }));
  },
  'The certificate is not trusted': async () => {
    const { certificate, key } = createClientCertificate();
    const secure = createServer({ cert: certificate, key }, (_asked, answer) => answer.end('{}'));
    return planElsewhere(`https://localhost:${await listening(secure)}/client/v4`);
  },
  'The name is not found': () => planElsewhere('https://zone.invalid/client/v4'),
};

async function planAfter(happen: () => unknown): Promise<string> {
  await happen();
  return printed(await workspace.plan());
}

test.each([...PAGE.keys()].filter((happened) => happened !== 'The state is locked'))(
  '%s: the page says what is printed',
  async (happened) => {
    expect(await HAPPENS[happened]?.()).toMatch(PAGE.get(happened) ?? /^no such row$/);
  },
);

test('the page has every failure', () => {
  expect([...PAGE.keys()]).toEqual(expect.arrayContaining(Object.keys(HAPPENS)));
});

test.each<readonly [string, FaultRule, number]>([
  ['a token that is none', refuse(403, 9109, 'Invalid access token'), 1],
  ['a missing permission, one for each area', refuse(403, 10000, 'Forbidden'), 2],
  ['a wrong path', refuse(404, 7003, 'Could not route to /zones/x'), 1],
  ['an outage', refuse(500, 10001, 'Internal error'), 1],
])('what to do about %s is told once, however many objects fail for it', async (_name, rule, hints) => {
  const read = (type: string, name: string): string =>
    `data "zone_${type}" "${name}" {\n  zone_id = "${DEFAULT_ZONE_ID}"\n}\n`;
  const all = [read('logpush_jobs', 'a'), read('logpush_jobs', 'b'), read('rulesets', 'c')].join('');
  workspace.write('main.tf', hcl(`provider "zone" {\n  max_retries = 0\n}\n${all}`));
  workspace.write('terraform.tfstate', '');
  const said = await planAfter(fault(rule));
  const count = (text: string): number => said.split(text).length - 1;
  expect([count('Warning: '), count('Error: '), count('"npx zonewright doctor"')]).toEqual([0, 3, hints]);
  expect(count('What to do about it is the same as in another message of this run')).toBe(3 - hints);
});
