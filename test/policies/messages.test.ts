import { ASSERTION_CASES } from './assertion-cases';
import { changeAt, edited, inputOf, only, recorded } from './case';
import { CASES } from './cases';
import { judge } from './compiled-policies';
import { KEPT } from './policy-cases';
import { messagesOf } from './verdict';

/** A message says which policy, where, what was seen, what is allowed and what to do. */

const OR = 'or acknowledge it with a reason in zone_policies.acknowledgements.';
const JOB = 'zone_logpush_job';
const MIGRATION = 'zone_managed_rules_migration';
const DIGEST = 'sha256:e4d43e2829ce97743a9bcf17de3469ce33fb9826bf745de679a34f8c7c063b12';

const denied = (policy: string, plan: unknown, settings: object = {}): readonly string[] =>
  messagesOf(judge(plan, { ...only(policy), ...settings }).deny, policy);

const warned = (policy: string, plan: unknown, settings: object = {}): readonly string[] =>
  messagesOf(judge(plan, { ...only(policy), ...settings }).warn, policy);

test('destinations-in', () => {
  const settings = { destinations: ['gs://our-logs', 's3://our-logs'] };
  const only2 = 'and only gs://our-logs, s3://our-logs may receive logs. Deliver to one of them, ' + OR;
  const said = (name: string, place: string): string =>
    `destinations-in: ${JOB}.${name}: The job delivers to ${place}, ${only2}`;
  expect(denied('destinations-in', recorded('places'), settings)).toEqual([
    said('account', 'r2://our-logs?account-id=theirs'),
    said('bigquery', 'bq://projects/shop'),
    said('encoded', 's3://our-logs?endpoint=store.example.com'),
    said('endpoint', 's3://our-logs?endpoint=store.example.com'),
    said('receiver', 'https://logs.example'),
    said('two_endpoints', 's3://our-logs, of more than one owner or of none'),
  ]);
  const hidden = ', of an owner that the plan does not show because of destination_conf_wo';
  expect(denied('destinations-in', recorded('kept'), settings)).toEqual([
    said('counted[0]', `r2://our-logs${hidden}`),
    said('counted[1]', `r2://our-logs${hidden}`),
    said('receiver', 'https://logs.example'),
  ]);
  expect(denied('destinations-in', recorded('unknown'), settings)[0]).toBe(
    said('destination', 'a place that is not known until apply'),
  );
  expect(denied('destinations-in', recorded('unknown'), { destinations: [] })[1]).toContain(
    'The job delivers to https://logs.example, and only no place may receive logs.',
  );
  expect(warned('destinations-in', recorded('every-change'))).toEqual([
    'destinations-in: Jobs deliver to https://logs.example, and nothing says whether they may: the policy is not checked. ' +
      'Set zone_policies.destinations in a file that --data names.',
  ]);
});

test('no-cookies', () => {
  expect(denied('no-cookies', recorded('every-change'), { cookies: ['sid', 'ours'] })).toEqual([
    `no-cookies: zone_log_custom_fields.docs: The cookies imported are logged, and only ours, sid may be. Remove them, ${OR}`,
    `no-cookies: zone_log_custom_fields.shop: The cookies theme are logged, and only ours, sid may be. Remove them, ${OR}`,
  ]);
  expect(denied('no-cookies', recorded('places'))).toEqual([
    `no-cookies: zone_log_custom_fields.sensitive: Cookies with sensitive names (1) are logged, and none may be. Remove them, ${OR}`,
  ]);
  const unknown = (name: string): string =>
    `no-cookies: zone_log_custom_fields.${name}: Names of cookies are not known until apply, so any may be logged. ` +
    `Write names that the plan knows, ${OR}`;
  expect(denied('no-cookies', recorded('unknown'))).toEqual([
    unknown('all'),
    unknown('some'),
    `no-cookies: zone_log_custom_fields.some: The cookies theme are logged, and none may be. Remove them, ${OR}`,
  ]);
});

test('jobs-enabled', () => {
  expect(denied('jobs-enabled', recorded('every-change'))[0]).toBe(
    `jobs-enabled: ${JOB}.after: The job is not enabled, so it delivers nothing. Set enabled = true, ${OR}`,
  );
  expect(denied('jobs-enabled', recorded('unknown'))).toEqual([
    `jobs-enabled: ${JOB}.enabled: Whether the job is enabled is not known until apply. Set enabled = true, ${OR}`,
  ]);
});

test('no-stored-secrets', () => {
  const fix = `Set destination_conf_wo and destination_conf_wo_version instead, ${OR}`;
  expect(denied('no-stored-secrets', recorded('places'))[0]).toBe(
    `no-stored-secrets: ${JOB}.account: destination_conf holds secrets, or may hold them, and is stored in the state and ` +
      `in saved plans. ${fix}`,
  );
  expect(denied('no-stored-secrets', recorded('unknown'))).toEqual([
    `no-stored-secrets: ${JOB}.destination: destination_conf is not known until apply, so it may hold secrets that are ` +
      `stored in the state. ${fix}`,
  ]);
});

test('approved-migrations', () => {
  expect(denied('approved-migrations', recorded('migrations'))[0]).toBe(
    `approved-migrations: ${MIGRATION}.direct: The plan finishes the migration for good, and nothing says which rules were ` +
      `approved. Set approved_digest to the digest of the reviewed rules (${DIGEST} in this plan), ${OR}`,
  );
});

test('known-losses', () => {
  const [unlisted] = denied('known-losses', recorded('unknown-losses'));
  expect(unlisted).toMatch(
    /^known-losses: zone_managed_rules_migration\.small: Finishing the migration may lose settings of the previous version that the plan does not list: GET \/zones\/[0-9a-f]{32}\/pagerules: .*403.*\. Plan again when the provider can read them all, or acknowledge/,
  );
  const [blocked, direct] = warned('known-losses', recorded('migrations'));
  expect(blocked).toBe(
    `known-losses: ${MIGRATION}.blocked: The plan deletes URI-based overrides of the previous version: ` +
      `${'6'.repeat(32)} (example.com/upload-6*); ${'7'.repeat(32)} (example.com/upload-7*).`,
  );
  expect(direct).toMatch(
    /^known-losses: zone_managed_rules_migration\.direct: Finishing the migration loses: group "Bad robots" of the core rule set is off; rule 981242 .*; page rule 1{32} .*\.$/,
  );
});

test('an override that an earlier plan deleted is not listed again', () => {
  const again = edited('migrations', (plan) => {
    const { change } = changeAt(plan, `${MIGRATION}.blocked`);
    const [first] = change.after?.['deleted_uri_overrides'] as readonly object[];
    Object.assign(change, { before: { ...change.after, deleted_uri_overrides: [first] } });
  });
  expect(warned('known-losses', again)[0]).toContain(`version: ${'7'.repeat(32)} (example.com/upload-7*).`);
});

test('limits name at most five objects', () => {
  expect(
    messagesOf(judge(recorded('migrations'), { ...only(''), max_finish: 1 }).deny, 'max_finish'),
  ).toEqual([
    `max_finish: The plan finishes 2 migrations (${MIGRATION}.direct, ${MIGRATION}.validated), and ` +
      'zone_policies.max_finish allows 1. Finish fewer in one plan, or raise the limit.',
  ]);
  const many = edited('destroy', (plan) => {
    const [one] = plan.resource_changes;
    plan.resource_changes = Array.from({ length: 12 }, (_, index) => ({
      ...(one as NonNullable<typeof one>),
      address: `terraform_data.other[${index + 10}]`,
      provider_name: 'terraform.io/builtin/terraform',
    })).concat(plan.resource_changes);
  });
  expect(messagesOf(judge(many, { max_delete: 10 }).deny, 'max_delete')).toEqual([
    'max_delete: The plan destroys 15 objects (terraform_data.other[10], terraform_data.other[11], ' +
      'terraform_data.other[12], terraform_data.other[13], terraform_data.other[14], …), and zone_policies.max_delete ' +
      'allows 10. Destroy fewer in one plan, or raise the limit.',
  ]);
});

test('limits count one object in the singular', () => {
  const one = edited('migrations', (plan) => {
    plan.resource_changes = plan.resource_changes.filter(({ address }) => address === `${MIGRATION}.direct`);
  });
  expect(messagesOf(judge(one, { ...only(''), max_finish: 0 }).deny, 'max_finish')).toEqual([
    `max_finish: The plan finishes 1 migration (${MIGRATION}.direct), and zone_policies.max_finish allows 0. Finish ` +
      'fewer in one plan, or raise the limit.',
  ]);
  const destroyed = edited('destroy', (plan) => plan.resource_changes.splice(1));
  expect(messagesOf(judge(destroyed, { max_delete: 0 }).deny, 'max_delete')).toEqual([
    expect.stringMatching(/^max_delete: The plan destroys 1 object \([^,]*\), and /),
  ]);
});

test('the assertion says what the input is instead, and what to do', () => {
  const show = 'Show a saved plan: terraform plan -out=PLAN, then terraform show -json PLAN > plan.json.';
  const nothing = (because: string): string =>
    `The plan changes no resource of zonewright/zone, so no policy judged anything: ${because}. Check that this is the ` +
    'plan of the right stack. If the stack may have no zone resource, set zone_policies.allow_no_zone_resources to true.';
  const version = (number: string): string =>
    `The plan has the format version ${number}, and these policies read 1.x. Update Zonewright, or plan with an engine ` +
    'that writes 1.x.';
  const form =
    'The plan has a change in a form that these policies do not read: zone_logpush_job.receiver. Update Zonewright.';
  expect(
    ASSERTION_CASES.map(({ name, settings, ...one }) => [
      name.replace(/^[^:]*: /, ''),
      messagesOf(judge(inputOf(one), settings).deny, 'assertion').map((msg) =>
        msg.replace('assertion: ', ''),
      ),
    ]),
  ).toEqual(
    Object.entries({
      'several files, as with --combine': `The input is a list, as of several files. Run conftest without --combine. ${show}`,
      'no object': `The input is not a plan but of the type string. ${show}`,
      null: `The input is not a plan but of the type null. ${show}`,
      'an empty object': `The input is not a plan: it has no format_version. ${show}`,
      'something else': `The input is not a plan: it has no format_version. ${show}`,
      'a state as show -json shows it': `The input is a state, not a plan. ${show}`,
      'a state file': `The input is a state file, not a plan. ${show}`,
      'only a format version': `The input is not a plan: it has neither planned_values nor resource_changes. ${show}`,
      'a later format version': version('2.0'),
      'a later format version of anything': version('2.0'),
      'an earlier format version': version('0.2'),
      'a format version that is no text': `The input is not a plan: it has no format_version. ${show}`,
      'a plan that failed':
        'The plan is incomplete, because planning failed. Correct the error that terraform plan reported, and plan again.',
      'changes that are no list': `The plan has resource_changes that are not a list. ${show}`,
      'a change without actions': form,
      'a change without its address': form.replace('zone_logpush_job.receiver', 'without an address'),
      'a change without its mode': form,
      'a change without its type': form,
      'a change without its provider_name': form,
      'a change without its values': form,
      'only data sources': nothing('it reads data sources of the provider only'),
      'only data sources that apply reads': nothing('it reads data sources of the provider only'),
      'data sources beside resources of others': nothing('it reads data sources of the provider only'),
      'resources and data sources of others alone': nothing(
        'its resources come from terraform.io/builtin/terraform',
      ),
      'only a refresh, with data sources': nothing(
        'its zone resources are only in the prior state, as in a plan with -refresh-only or -target',
      ),
      'only resources of others': nothing('its resources come from terraform.io/builtin/terraform'),
      'no resource': nothing('it has no resource at all'),
      'only a refresh': nothing(
        'its zone resources are only in the prior state, as in a plan with -refresh-only or -target',
      ),
    }).map(([name, message]) => [name, [message]]),
  );
});

test('a setting that is wrong is named, with what is allowed', () => {
  const said = (settings: object): readonly string[] =>
    messagesOf(judge(recorded('kept'), { ...KEPT, ...settings }).deny, 'settings');
  expect(said({ destination: [] })).toEqual([
    'settings: zone_policies has the unknown setting "destination". The settings are acknowledgements, ' +
      'allow_no_zone_resources, cookies, destinations, levels, max_delete, max_finish.',
  ]);
  expect(said({ max_delete: '0' })).toEqual([
    'settings: zone_policies.max_delete is not a whole number, 0 or more.',
  ]);
  expect(said({ levels: { cookies: 'off' } })).toEqual([
    'settings: zone_policies.levels has the unknown policy "cookies". The policies are approved-migrations, ' +
      'destinations-in, jobs-enabled, known-losses, no-cookies, no-stored-secrets.',
  ]);
  expect(
    said({ acknowledgements: [{ policy: 'no-cookies', address: 'module.fleet', reason: 'ok', untill: '' }] }),
  ).toEqual([
    'settings: An acknowledgement in zone_policies (no-cookies) (module.fleet) has no reason. Write why the exception ' +
      'is right, in at least 10 characters.',
    'settings: An acknowledgement in zone_policies (no-cookies) (module.fleet) has the unknown member "untill". The ' +
      'members are address, policy, reason, until.',
  ]);
  expect(
    said({
      acknowledgements: [
        { policy: 'no-cookies', address: 'zone_log_custom_fields', reason: 'Contract 4711' },
      ],
    }),
  ).toEqual([
    'settings: An acknowledgement in zone_policies (no-cookies) (zone_log_custom_fields) has no whole address. Write the ' +
      'whole address of a resource or a module: zone_logpush_job.shop, module.shop.',
  ]);
});

test('an acknowledgement holds on its last day in UTC, and is named with its reason before and after', () => {
  const plan = recorded('no-change');
  const settings = {
    acknowledgements: [
      {
        policy: 'no-cookies',
        address: 'zone_log_custom_fields.shop',
        reason: 'Contract 4711.',
        until: '2027-01-31',
      },
    ],
  };
  const found = 'no-cookies: zone_log_custom_fields.shop: The cookies sid are logged, and none may be.';
  const held = judge(plan, settings, new Date('2027-01-31T23:59:59.999Z'));
  expect(held).toEqual({
    deny: [],
    warn: [
      {
        msg: `${found} Acknowledged: Contract 4711.`,
        policy: 'no-cookies',
        address: 'zone_log_custom_fields.shop',
      },
    ],
  });
  const over = judge(plan, settings, new Date('2027-02-01T00:00:00Z'));
  expect(over.warn).toEqual([]);
  expect(over.deny.map(({ msg }) => msg)).toEqual([
    `${found} Its acknowledgement ended on 2027-01-31: Contract 4711. Remove them, ${OR}`,
  ]);
});

test('no message of any case shows a secret of a destination', () => {
  const texts = CASES.flatMap(({ settings, ...one }) => {
    const { deny, warn } = judge(inputOf(one), settings);
    return [...deny, ...warn].map(({ msg }) => msg);
  });
  expect(texts.length).toBeGreaterThan(100);
  expect(texts.filter((text) => /0123456789|user:|secret-access-key|Bearer/.test(text))).toEqual([]);
});
