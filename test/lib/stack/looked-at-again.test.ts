import { type App, Aspects, Lazy, type TerraformStack, TerraformVariable, Testing } from 'cdktf';
import { Construct, type IConstruct } from 'constructs';
import { LogCustomFields, LogpushJob, ManagedRules, ManagedRulesMigration } from '../../../lib';
import { problemsOf, synthesized } from '../../../testing';
import { testApp, withProvider } from '../app-of-stacks';
import { OPEN, OTHER_ZONE, ZONE } from '../logpush-stack';
import { cookies } from './wrong-compositions';

/** What an Aspect visits. */
interface Visited {
  readonly stack: TerraformStack;
  readonly team: Construct;
  readonly fields: LogCustomFields;
  readonly job: LogpushJob;
  readonly rules: ManagedRules;
  readonly migration: ManagedRulesMigration;
}

/** All that a construct of this package can be asked for beside its props. */
const CONTRIBUTIONS: Readonly<Record<string, (visited: Visited) => void>> = {
  addCookie: ({ fields }) => void fields.addCookie('sid'),
  'addCookie of a name that the props have': ({ fields }) => void fields.addCookie(cookies[0] ?? ''),
  'addCookie by a construct': ({ fields, team }) => void fields.addCookie('sid', team),
  'addRequestHeader, the first of its list': ({ fields }) => void fields.addRequestHeader('x-team'),
  addResponseHeader: ({ fields, team }) => void fields.addResponseHeader('server', team),
  'a Lazy': ({ fields }) => void fields.addCookie(Lazy.stringValue({ produce: () => 'lazy' })),
  'a variable': ({ fields, stack }) =>
    void fields.addCookie((stack.node.findChild('name') as TerraformVariable).stringValue),
  addField: ({ job, team }) => void job.addField('RayID', team),
  'addField with a Lazy': ({ job }) => void job.addField(Lazy.stringValue({ produce: () => 'RayID' })),
  'importFrom of fields': ({ fields }) => fields.importFrom(),
  'importFrom of a job': ({ job }) => job.importFrom(7),
  'importFrom of managed rules': ({ rules }) => rules.importFrom(),
  'importFrom of a migration': ({ migration }) => migration.importFrom(OTHER_ZONE),
  'importFrom with a variable': ({ rules, stack }) =>
    rules.importFrom((stack.node.findChild('name') as TerraformVariable).stringValue),
  moveFromId: ({ fields }) => fields.moveFromId('zone_log_custom_fields.before'),
  moveToId: ({ migration }) => migration.moveToId('zone_managed_rules_migration.elsewhere'),
  'moveTo and addMoveTarget': ({ job, stack }) => {
    job.moveTo('now');
    (stack.node.findChild('other-job') as LogpushJob).addMoveTarget('now');
  },
  forget: ({ rules }) => rules.forget(),
  'forget of an address': ({ stack }) => LogpushJob.forget(stack, 'zone_logpush_job.gone'),
};

/** How an app is looked at. */
const LOOKS: Readonly<Record<string, (app: App, stack: TerraformStack) => unknown>> = {
  'Testing.synth': (_, stack) => Testing.synth(stack, true),
  toTerraform: (_, stack) => stack.toTerraform() as unknown,
  synthesized: (_, stack) => synthesized(stack),
  problemsOf: (app) => expect(problemsOf(app)).toEqual([]),
  'app.synth': (app) => app.synth(),
};

function composed(contribute: (visited: Visited) => void): { app: App; stack: TerraformStack } {
  const app = testApp();
  const stack = withProvider(app);
  new TerraformVariable(stack, 'name', { type: 'string' });
  const fields = new LogCustomFields(stack, 'fields', { zoneId: ZONE, cookies });
  const job = new LogpushJob(stack, 'job', { customFields: fields, destination: OPEN });
  new LogpushJob(stack, 'other-job', { zoneId: OTHER_ZONE, destination: OPEN });
  const rules = new ManagedRules(stack, 'rules', {
    zoneId: ZONE,
    rules: [{ name: 'one', expression: 'ssl', skip: { ruleset: 'current' } }],
  });
  const migration = new ManagedRulesMigration(stack, 'migration', {
    zoneId: OTHER_ZONE,
    targetState: 'validation',
  });
  const team = new Construct(stack, 'team');
  const visited = { stack, team, fields, job, rules, migration };
  Aspects.of(stack).add({ visit: (node: IConstruct) => void (node === team && contribute(visited)) });
  return { app, stack };
}

/** cdktf asks the engine for its version at every synthesis of a moved block: those rows are slow. */
const rows = Object.keys(CONTRIBUTIONS).flatMap((contribution) =>
  Object.keys(LOOKS)
    .filter((look) => !contribution.startsWith('move') || look === 'app.synth')
    .map((look) => [contribution, look] as const),
);

beforeAll(() => jest.spyOn(process, 'emitWarning').mockImplementation());
afterAll(() => jest.restoreAllMocks());

test.each(rows)('%s of an Aspect is made once: %s, then every other look', (contribution, first) => {
  const contribute = CONTRIBUTIONS[contribution] as (visited: Visited) => void;
  const once = Testing.synth(composed(contribute).stack);
  const { app, stack } = composed(contribute);
  for (const look of [first, ...Object.keys(LOOKS)]) {
    LOOKS[look]?.(app, stack);
    if (look !== 'toTerraform') expect(Testing.synth(stack)).toBe(once);
  }
});
