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

const variable = ({ stack }: Visited): string =>
  (stack.node.findChild('name') as TerraformVariable).stringValue;

/** All that a construct of this package can be asked for beside its props. */
const CONTRIBUTIONS: Readonly<Record<string, (visited: Visited) => void>> = {
  'a name of its own, one that the props have, of a team, of a Lazy and of a variable': (visited) => {
    const { fields, team, job } = visited;
    fields
      .addCookie('sid')
      .addCookie(cookies[0] ?? '')
      .addCookie('of-team', team);
    fields.addCookie(Lazy.stringValue({ produce: () => 'lazy' })).addCookie(variable(visited));
    fields.addResponseHeader('server', team);
    job.addField('RayID', team).addField(Lazy.stringValue({ produce: () => 'ClientIP' }));
  },
  'the first name of a list': ({ fields }) => void fields.addRequestHeader('x-team'),
  'each import': ({ fields, job, rules, migration }) => {
    fields.importFrom();
    job.importFrom(7);
    rules.importFrom();
    migration.importFrom(OTHER_ZONE);
  },
  'an import with a variable': (visited) => visited.rules.importFrom(variable(visited)),
  'each move': ({ fields, migration, job, stack }) => {
    fields.moveFromId('zone_log_custom_fields.before');
    migration.moveToId('zone_managed_rules_migration.elsewhere');
    job.moveTo('now');
    (stack.node.findChild('other-job') as LogpushJob).addMoveTarget('now');
  },
  'what the state forgets': ({ rules, stack }) => {
    rules.forget();
    LogpushJob.forget(stack, 'zone_logpush_job.gone');
  },
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

/** cdktf asks the engine for its version at every synthesis of a moved block: that row is slow. */
const rows = Object.keys(CONTRIBUTIONS).flatMap((contribution) =>
  Object.keys(LOOKS)
    .filter((look) => contribution !== 'each move' || look === 'app.synth')
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
