import { jobsOf, type Job } from '../oracle/effects';
import { declared, type Program } from '../program/program';
import type { HandEdit } from '../scenario/scenario';
import type { Round } from './round';
import { FIELDS_PHASE, fieldsRule, foreignJob, MANAGED_PHASE } from './zone-seeds';

/** Does at the service what others do. What it has no object for is left undone. */
export function editByHand(round: Round, edit: HandEdit): void {
  const effects = round.service.byOthers(() => carryOut(round, edit));
  if (effects.length === 0) return;
  round.counts.handEdits += 1;
  round.othersChanged(effects);
  round.log(`by hand: ${JSON.stringify(edit)}`);
}

function carryOut(round: Round, edit: HandEdit): void {
  const { control } = round.service.emulator;
  const zoneId = (zone: number): string => round.service.zoneIds[zone % round.service.zoneIds.length] ?? '';
  switch (edit.what) {
    case 'change job':
      return changeJob(round, edit.key, (job) => ({ ...job, ...edit.change }));
    case 'rotate':
      return changeJob(round, edit.key, (job) => ({
        ...job,
        destination_conf: `${String(job['destination_conf'])}rotated`,
      }));
    case 'delete job':
      return changeJob(round, edit.key, () => undefined);
    case 'add job':
      control.editZone(zoneId(edit.zone), (zone) => {
        zone.logpush.jobs = [...(zone.logpush.jobs ?? []), foreignJob(edit.key)] as typeof zone.logpush.jobs;
      });
      return;
    case 'save fields':
      control.saveRuleset(zoneId(edit.zone), FIELDS_PHASE, { rules: [fieldsRule(edit.cookies)] });
      return;
    case 'delete fields':
      control.deleteRuleset(zoneId(edit.zone), FIELDS_PHASE);
      return;
    case 'disable rules': {
      const rules = control
        .zone(zoneId(edit.zone))
        .rulesets.find(({ phase }) => phase === MANAGED_PHASE)?.rules;
      if (rules && rules.length > 0)
        control.saveRuleset(zoneId(edit.zone), MANAGED_PHASE, {
          rules: rules.map((rule) => ({ ...rule, enabled: false })),
        });
      return;
    }
    case 'delete rules':
      control.deleteRuleset(zoneId(edit.zone), MANAGED_PHASE);
      return;
    case 'previous rules':
      if (control.zone(zoneId(edit.zone)).migration.state !== 'start') return;
      control.patchZone(zoneId(edit.zone), {
        previous_waf: { core_rule_set: { sensitivity: edit.sensitivity } },
      });
      return;
  }
}

type Edited = Job & Readonly<Record<string, unknown>>;

function changeJob(round: Round, key: string, change: (job: Edited) => object | undefined): void {
  const { control } = round.service.emulator;
  for (const zoneId of round.service.zoneIds) {
    const jobs = jobsOf(control.zone(zoneId)) as readonly Edited[];
    const found = jobs.find((job) => job.name === key);
    if (found === undefined) continue;
    const changed = change(found);
    const after = jobs.flatMap((job) => (job === found ? (changed === undefined ? [] : [changed]) : [job]));
    control.editZone(zoneId, (zone) => void (zone.logpush.jobs = after as typeof zone.logpush.jobs));
    return;
  }
}

/** The members whose objects are declared in no zone twice, and by one program only: else a round has no declared state. */
export function isDeclaredOnce(programs: readonly Program[]): boolean {
  const objects = programs
    .flatMap(declared)
    .map(({ block, member }) =>
      block.kind === 'job' ? `job ${member.key}` : `${block.kind} ${member.zone}`,
    );
  return new Set(objects).size === objects.length;
}
