import { declared, destinationOf, type Block, type Member, type Program } from '../program/program';
import { jobKeys, stateOf, stateText, type RootModule } from '../run/root-module';
import type { Round } from '../run/round';
import { fieldsOf, isSame, jobsOf, managedRulesOf, type Job } from './effects';

/** What is at the service and in the states when everything is quiet and should be as declared. */
export function checkEnd(round: Round, modules: readonly RootModule[]): void {
  const programs = modules.map(({ program }) => program);
  const objects = programs.flatMap(declared);
  round.scenario.zones.forEach((_, zone) => checkZone(round, zone, objects));
  modules.forEach((module) => checkState(round, module));
  checkNumbers(round, modules);
  checkSecrets(round, modules);
}

type Objects = readonly { readonly block: Block; readonly member: Member }[];

function checkZone(round: Round, zone: number, all: Objects): void {
  const document = round.service.zone(zone);
  const here = all.filter(({ member }) => member.zone % round.scenario.zones.length === zone);
  checkJobs(round, document.id, jobsOf(document), all, here);
  const fields = here.find(({ block }) => block.kind === 'fields');
  if (fields) {
    const names = loggedNames(fieldsOf(document));
    for (const [list, attribute] of LISTS) {
      if (isIgnored(fields.block, attribute)) continue;
      const wanted = [...((fields.block.settings[attribute] ?? []) as readonly string[])].sort();
      if (!isSame(names[list], wanted))
        round.violation(
          'fields',
          `zone ${zone} logs ${list} ${JSON.stringify(names[list])}, declared ${JSON.stringify(wanted)}`,
        );
    }
    if (fieldsOf(document).length > 1)
      round.violation('fields', `zone ${zone} has ${fieldsOf(document).length} rules`);
  } else if (round.fieldsOf.get(document.id) === 'provider' && fieldsOf(document).length > 0) {
    round.violation('fields stay', `nothing declares the fields of zone ${zone}, but they are there`);
  }
  const rules = here.find(({ block }) => block.kind === 'rules');
  if (rules && !isIgnored(rules.block, 'rules')) {
    const [is, wanted] = [ruleSummaries(managedRulesOf(document)), declaredRules(rules.block)];
    if (!isSame(is, wanted))
      round.violation(
        'managed rules',
        `zone ${zone} has ${JSON.stringify(is)}, declared ${JSON.stringify(wanted)}`,
      );
  }
  const migration = here.find(({ block }) => block.kind === 'migration');
  const reached = document.migration.state ?? 'start';
  if (migration && !isReached(reached, String(migration.block.settings['target_state'])))
    round.violation('migration', `zone ${zone} is in ${reached}`);
}

const LISTS = [
  ['request_fields', 'request_headers'],
  ['response_fields', 'response_headers'],
  ['cookie_fields', 'cookies'],
] as const;

function loggedNames(rules: readonly unknown[]): Readonly<Record<string, readonly string[]>> {
  const parameters = rules.map(
    (rule) =>
      (rule as { action_parameters?: Record<string, readonly { name: string }[]> }).action_parameters ?? {},
  );
  return Object.fromEntries(
    LISTS.map(([list]) => [
      list,
      parameters.flatMap((lists) => (lists[list] ?? []).map(({ name }) => name)).sort(),
    ]),
  );
}

interface RuleSummary {
  readonly runs: string | null;
  readonly where: string;
  readonly enabled: boolean;
  readonly action: string | null;
}

/** Managed rules as a configuration declares them: an exception has no ruleset that it runs. */
function ruleSummaries(rules: readonly unknown[]): readonly RuleSummary[] {
  return (rules as readonly Rule[]).map(({ expression, enabled = true, action_parameters: parameters }) => ({
    runs: parameters?.id ?? null,
    where: expression,
    enabled,
    action: parameters?.overrides?.action ?? null,
  }));
}

interface Rule {
  readonly expression: string;
  readonly enabled?: boolean;
  readonly action_parameters?: { readonly id?: string; readonly overrides?: { readonly action?: string } };
}

function declaredRules({ settings }: Block): readonly RuleSummary[] {
  return (settings['rules'] as readonly DeclaredRule[]).map(
    ({ expression = 'true', enabled = true, execute }) => ({
      runs: execute?.ruleset_id ?? null,
      where: expression,
      enabled,
      action: execute?.overrides?.action ?? null,
    }),
  );
}

interface DeclaredRule {
  readonly expression?: string;
  readonly enabled?: boolean;
  readonly execute?: { readonly ruleset_id: string; readonly overrides?: { readonly action?: string } };
}

const ORDER = ['start', 'validation', 'finishing', 'finished'];

function isReached(state: string, target: string): boolean {
  return ORDER.indexOf(state) >= ORDER.indexOf(target);
}

function checkJobs(round: Round, zoneId: string, jobs: readonly Job[], all: Objects, here: Objects): void {
  const wanted = here.filter(({ block }) => block.kind === 'job');
  for (const { block, member } of wanted) {
    const found = jobs.filter(({ name }) => name === member.key);
    const spare = found.filter(({ id }) => round.forgotten.has(`${zoneId}/${id}`));
    // Where its zone is ignored, it is in the one that it was made in.
    const isElsewhere = isIgnored(block, 'zone_id') && found.length === 0 && isInAnyZone(round, member);
    if (found.length - spare.length < 1 && !isElsewhere)
      round.violation('job missing', `the job ${member.key} is not in ${zoneId}`);
    if (found.length - spare.length > 1)
      round.violation('job twice', `the job ${member.key} is ${found.length} times in ${zoneId}`);
    if (found.length === 1 && found[0]) checkJob(round, block, member, found[0]);
  }
  for (const job of jobs) {
    const key = `${zoneId}/${job.id}`;
    const theirs = round.foreign.get(key);
    if (theirs !== undefined && !isSame(theirs, job)) round.violation('job of others', `${key} was changed`);
    const isDeclared = all.some(({ block, member }) => block.kind === 'job' && member.key === job.name);
    if (theirs === undefined && !isDeclared && !round.forgotten.has(key) && !round.orphans.has(key))
      round.violation('job stays', `nothing declares the job ${job.name ?? ''} (${key})`);
  }
  for (const key of round.foreign.keys())
    if (key.startsWith(zoneId) && !jobs.some(({ id }) => key === `${zoneId}/${id}`))
      round.violation('job of others', `${key} is gone`);
}

function isIgnored({ lifecycle: { ignore } }: Block, name: string): boolean {
  return ignore === 'all' || (ignore?.includes(name) ?? false);
}

function isInAnyZone(round: Round, { key }: Member): boolean {
  return round.scenario.zones.some((_, zone) =>
    jobsOf(round.service.zone(zone)).some(({ name }) => name === key),
  );
}

function checkJob(round: Round, block: Block, member: Member, job: Job): void {
  const { ignore } = block.lifecycle;
  if (ignore === 'all') return;
  const wanted: Readonly<Record<string, unknown>> = {
    ...ABSENT,
    ...block.settings,
    ...('destination_conf_wo_version' in block.settings ? {} : { destination_conf: destinationOf(member) }),
  };
  const is = job as unknown as Readonly<Record<string, unknown>>;
  for (const name of [...Object.keys(ABSENT), 'destination_conf']) {
    if (ignore?.includes(name) || !(name in wanted)) continue;
    if (!isSame(is[name] ?? ABSENT[name], wanted[name]))
      round.violation(
        'job differs',
        `${member.key}.${name} is ${JSON.stringify(is[name])}, declared ${JSON.stringify(wanted[name])}`,
      );
  }
}

/** Members that are at the service as they are declared, and what they are where nothing declares them. */
const ABSENT: Readonly<Record<string, unknown>> = {
  ...{ enabled: false, kind: '', frequency: 'high' },
  ...{ max_upload_bytes: 0, max_upload_interval_seconds: 0, max_upload_records: 0 },
};

/** No tainted and no deposed object is left. */
function checkState(round: Round, module: RootModule): void {
  for (const { type, name, instances } of stateOf(module).resources)
    for (const { status, deposed } of instances)
      if (status !== undefined || deposed !== undefined)
        round.violation('state', `${type}.${name} is ${status ?? 'deposed'} in the state ${module.name}`);
}

/** Each job number stands once in the states, and its job is there. */
function checkNumbers(round: Round, modules: readonly RootModule[]): void {
  const numbers = modules.flatMap(jobKeys);
  const twice = numbers.filter((number, index) => numbers.indexOf(number) !== index);
  if (twice.length > 0) round.violation('state', `in the states twice: ${twice.join(', ')}`);
}

/** What is write-only is in no state. */
function checkSecrets(round: Round, modules: readonly RootModule[]): void {
  for (const module of modules)
    for (const secret of writeOnlySecrets(module.program))
      if (stateText(module)?.includes(secret))
        round.violation('secret', `${secret} is in the state ${module.name}`);
}

function writeOnlySecrets(program: Program): readonly string[] {
  return (
    declared(program)
      .filter(({ block }) => block.kind === 'job' && 'destination_conf_wo_version' in block.settings)
      // What is ignored stays as it was, and that may be in the state.
      .filter(({ block: { lifecycle } }) => lifecycle.ignore === undefined)
      .map(({ member }) => destinationOf(member))
  );
}
