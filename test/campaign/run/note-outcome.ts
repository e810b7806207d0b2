import { jobsOf } from '../oracle/effects';
import { TYPES } from '../program/program';
import type { Outcome } from './command';
import { noteLostState } from './documented-limits';
import { instancesOf, jobKeys, type RootModule } from './root-module';
import type { Round } from './round';

/** Keeps account of whose the objects of the service are, after each command. */
export function noteOutcome(round: Round, module: RootModule, outcome: Outcome): void {
  const { effects, exitCode } = outcome;
  const known = numbersInStates(round);
  for (const effect of effects) {
    if (effect.what === 'fields') {
      // A creation that was cut off is in no state: it stays there when nothing declares it any more.
      const isCutOff = exitCode !== 0 && !zonesOfFields(round).has(effect.zoneId);
      // Others may have put a rule of their own in its place before the command ended.
      const whose = isCutOff ? 'cut off' : isOthers(round, effect.zoneId) ? 'others' : 'provider';
      round.fieldsOf.set(effect.zoneId, whose);
    }
    if (effect.what === 'job made') {
      const key = `${effect.zoneId}/${effect.job.id}`;
      round.orphans.delete(key);
      if (!known.has(key)) {
        if (exitCode === 0) round.violation('job lost', `${key} was made and is in no state`);
        round.orphans.add(key);
      }
    }
  }
  noteLostState(round, module, outcome);
  for (const key of known) {
    round.orphans.delete(key);
    round.forgotten.delete(key);
    // What a program has taken is no longer anybody else's.
    round.foreign.delete(key);
  }
  if (module.program.removed.length > 0) noteForgotten(round, known);
  inStates.set(round, { numbers: known, fields: zonesOfFields(round) });
}

/** Whether the zone's fields stand in rules that no object of a state wrote: those have another mark. */
function isOthers({ service }: Round, zoneId: string): boolean {
  const zone = service.emulator.control.zones().find(({ id }) => id === zoneId);
  const rules = zone?.rulesets
    .filter(({ phase, kind }) => phase === 'http_log_custom_fields' && kind === 'zone')
    .flatMap((ruleset) => ruleset.rules);
  return rules !== undefined && rules.length > 0 && rules.every(({ ref }) => !ref.startsWith('zonewright-'));
}

/** What the states had after the command before. */
const inStates = new WeakMap<Round, { numbers: ReadonlySet<string>; fields: ReadonlySet<string> }>();

/** Objects that were in a state, are in none now, and stand at the service all the same. */
function noteForgotten(round: Round, known: ReadonlySet<string>): void {
  const before = inStates.get(round);
  if (before === undefined) return;
  const there = new Set(
    round.scenario.zones.flatMap((_, index) => {
      const zone = round.service.zone(index);
      return jobsOf(zone).map(({ id }) => `${zone.id}/${id}`);
    }),
  );
  for (const key of before.numbers) if (!known.has(key) && there.has(key)) round.forgotten.add(key);
  const fields = zonesOfFields(round);
  for (const zoneId of before.fields) if (!fields.has(zoneId)) round.fieldsOf.set(zoneId, 'forgotten');
}

function numbersInStates({ modules }: Round): ReadonlySet<string> {
  return new Set(Object.values(modules).flatMap(jobKeys));
}

function zonesOfFields({ modules }: Round): ReadonlySet<string> {
  const all = Object.values(modules).flatMap((module) => instancesOf(module, TYPES.fields));
  return new Set(all.map(({ attributes }) => String(attributes['zone_id'])));
}
