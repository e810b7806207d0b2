import { isSame, jobsOf } from '../oracle/effects';
import type { Outcome } from './command';
import { noteLostState } from './documented-limits';
import { isImporting } from './import-as-told';
import { instancesOf, jobsInState } from './root-module';
import type { Round } from './round';
import { FIELDS_PHASE } from './zone-seeds';

/** Keeps account of whose the objects of the service are, after each command. */
export function noteOutcome(round: Round, outcome: Outcome): void {
  const { effects, exitCode } = outcome;
  const { jobs, fields }: Round['inState'] = {
    jobs: new Set(jobsInState(round).map(({ key }) => key)),
    fields: new Set(
      instancesOf(round)
        .filter(({ type }) => type === 'zone_log_custom_fields')
        .map(({ attributes: { zone_id } }) => String(zone_id)),
    ),
  };
  for (const effect of effects) {
    if (effect.what === 'fields') {
      const isTheirs =
        round.fieldsOf.get(effect.zoneId) === 'others' && !round.inState.fields.has(effect.zoneId);
      if (isTheirs && !isSame(effect.before, []) && !isImporting(round) && !isOverwriteTold(outcome))
        round.violation('fields of others', `those of ${effect.zoneId} were overwritten`);
      // A creation that was cut off is in no state: it stays there when nothing declares it any more.
      const isCutOff = exitCode !== 0 && !fields.has(effect.zoneId);
      // Others may have put a rule of their own in its place before the command ended.
      const whose = isCutOff ? 'cut off' : isOthers(round, effect.zoneId) ? 'others' : 'provider';
      round.fieldsOf.set(effect.zoneId, whose);
    }
    if (effect.what === 'job made') {
      const key = `${effect.zoneId}/${effect.job.id}`;
      if (jobs.has(key)) continue;
      if (exitCode === 0) round.violation('job lost', `${key} was made and is in no state`);
      round.orphans.add(key);
    }
  }
  noteLostState(round, outcome);
  for (const key of jobs) {
    round.orphans.delete(key);
    round.forgotten.delete(key);
    // What a program has taken is no longer anybody else's.
    round.foreign.delete(key);
  }
  if (round.program.removed.length > 0) noteForgotten(round, { jobs, fields });
  round.inState = { jobs, fields };
}

/** Nothing keeps others from writing between the last look and a write: then a warning says what was overwritten. */
function isOverwriteTold({ stdout }: Outcome): boolean {
  return stdout.replace(/[│\s]+/g, ' ').includes('apply overwrote that change');
}

/** Whether the zone's fields stand in rules that no object of a state wrote: those have another mark. */
function isOthers({ service }: Round, zoneId: string): boolean {
  const { rulesets } = service.emulator.control.zone(zoneId);
  const rules = rulesets
    .filter(({ phase }) => phase === FIELDS_PHASE)
    .flatMap((ruleset) => ruleset.rules ?? []);
  return rules.length > 0 && rules.every(({ ref }) => !ref?.startsWith('zonewright-'));
}

/** Objects that were in the state, are not now, and stand at the service all the same. */
function noteForgotten(round: Round, now: Round['inState']): void {
  const there = new Set(
    round.scenario.zones.flatMap((_, index) => {
      const zone = round.service.zone(index);
      return jobsOf(zone).map(({ id }) => `${zone.id}/${id}`);
    }),
  );
  for (const key of round.inState.jobs) if (!now.jobs.has(key) && there.has(key)) round.forgotten.add(key);
  for (const zoneId of round.inState.fields)
    if (!now.fields.has(zoneId)) round.fieldsOf.set(zoneId, 'forgotten');
}
