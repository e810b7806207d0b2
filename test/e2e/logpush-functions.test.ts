import { createWorkspace, hcl, type Workspace } from '../support/workspace';

/** The functions of the provider, called by the real engine. Nothing is configured, and no service is there. */
let workspace: Workspace;
beforeAll(async () => {
  workspace = await createWorkspace({ files: { 'main.tf': hcl('') } });
  await workspace.ready();
});
afterAll(() => workspace.remove());

const RESULTS: Readonly<Record<string, unknown>> = {
  'provider::zone::logpull_options(["RayID", "ClientIP"])': 'fields=RayID,ClientIP',
  'provider::zone::logpull_options(["RayID"], { timestamps = "rfc3339", sample = 0.5 })':
    'fields=RayID&timestamps=rfc3339&sample=0.5',
  'provider::zone::logpull_options(toset(["RayID", "ClientIP"]), { sample = 1 / 3, defuse_lookups = null })':
    'fields=ClientIP,RayID&sample=0.3333333333333333',
  'provider::zone::logpull_options(["RayID"], tomap({ timestamps = "unix", sample = "0.25" }))':
    'fields=RayID&timestamps=unix&sample=0.25',
  'provider::zone::parse_logpull_options("timestamps=rfc3339&fields=RayID%2CClientIP&sample=0.5")': {
    fields: ['RayID', 'ClientIP'],
    timestamps: 'rfc3339',
    sample: 0.5,
    defuse_lookups: null,
  },
  '[for p in [provider::zone::parse_logpull_options("fields=RayID&sample=0.1")] : provider::zone::logpull_options(concat(p.fields, ["ClientIP"]), { sample = p.sample })][0]':
    'fields=RayID,ClientIP&sample=0.1',
};

const REFUSALS: Readonly<Record<string, string>> = {
  'provider::zone::logpull_options([])':
    'Invalid value for "fields" parameter: The list of log fields is empty. Name at least one, such as "RayID".',
  'provider::zone::logpull_options(["RayID,ClientIP"])':
    'Invalid value for "fields" parameter: "RayID,ClientIP" is not the name of a log field. List ' +
    'each name separately: "RayID", "ClientIP".',
  'provider::zone::logpull_options(["RayID"], { sample = 2 })':
    'Invalid value for "options" parameter: sample is 2. It is the fraction of log entries to keep: ' +
    'above 0 and at most 1, such as 0.25.',
  'provider::zone::logpull_options(["RayID"], { timestamp = "unix" })':
    'Invalid value for "options" parameter: "timestamp" is not an option. Did you mean "timestamps"?',
  'provider::zone::logpull_options(["RayID"], "rfc3339")':
    'Invalid value for "options" parameter: The options are not an object.',
  'provider::zone::parse_logpull_options("field=RayID")':
    'Invalid value for "text" parameter: "field" is not a key of log options; the service would ignore it.',
};

const outputs = (values: readonly string[]): string =>
  hcl(values.map((value, index) => `output "o${index}" {\n  value = ${value}\n}`).join('\n'));

test('the log-option functions work without a provider configuration', async () => {
  workspace.write('main.tf', outputs(Object.keys(RESULTS)));
  await workspace.applied();
  const shown = JSON.parse((await workspace.run(['output', '-json'])).stdout) as Readonly<
    Record<string, { readonly value: unknown }>
  >;
  expect(Object.keys(RESULTS).map((_, index) => shown[`o${index}`]?.value)).toEqual(Object.values(RESULTS));
});

test('the log-option functions report errors at the argument, with its line', async () => {
  workspace.write('main.tf', outputs(Object.keys(REFUSALS)));
  const { exitCode, stderr } = await workspace.plan();
  const errors = stderr.split(/^Error: /m).map((error) => error.replace(/\s+/g, ' '));
  const missing = Object.entries(REFUSALS).filter(
    ([call, text]) => !errors.some((error) => error.includes(`value = ${call}`) && error.includes(text)),
  );
  expect([exitCode, missing]).toEqual([1, []]);
});
