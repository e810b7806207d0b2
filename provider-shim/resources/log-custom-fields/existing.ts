import type { ProblemLike } from '../../framework';
import { importBlock } from '../../framework';
import type { Ruleset } from '../../api';
import { listDifferences, listFields, type Fields } from './fields';
import { fieldsOf } from './rule';

/** Refuses to overwrite fields that others made, and offers the ways on. */
export function refuseExisting(type: string, zoneId: string, existing: Fields, folder: string): ProblemLike {
  return {
    path: ['zone_id'],
    message: `Zone ${zoneId} already has custom log fields: ${listFields(existing)}.`,
    hint: [
      'They stay as they are. To manage them here, add this block to the root module and plan again; the plan then shows what your configuration changes:',
      '',
      importBlock(type, zoneId, folder),
      '',
      'Or set on_existing = "adopt": the next plan shows before and after, and apply takes the fields over.',
      'If this configuration made them: for a renamed resource write a moved block, for a tainted one run terraform untaint.',
    ].join('\n'),
  };
}

/** Announces what taking over will change. */
export function announceAdoption(
  zoneId: string,
  existing: Fields,
  planned: Fields | undefined,
  ruleset: Ruleset | undefined,
): ProblemLike {
  return {
    path: ['on_existing'],
    message: `Custom log fields that zone ${zoneId} has already will be taken over.`,
    hint: [
      `Before: ${listFields(existing)}`,
      `After:  ${planned ? listFields(planned) : 'known after apply'}`,
      '',
      ...(planned ? [...listDifferences(existing, planned), ''] : []),
      ...(ruleset && ruleset.rules.length > 1 ? [...listRules(ruleset), ''] : []),
      'If apply ends with "inconsistent final plan", these fields changed after this plan was made: what others changed was not overwritten, plan again.',
    ].join('\n'),
  };
}

/** Tells that the zone has exactly what is to be made. */
export function announceSame(zoneId: string, existing: Fields): ProblemLike {
  return {
    path: ['zone_id'],
    message: `Zone ${zoneId} already has exactly these custom log fields: ${listFields(existing)}.`,
    hint: 'Apply takes them into the state as they are. (If it also destroys another object that has them, they are written anew.)',
  };
}

/** Refuses to overwrite or take away what the plan did not show. */
export function changedSincePlan(zoneId: string, existing: Fields | undefined): ProblemLike {
  const now = existing ? listFields(existing) : 'there are none any more';
  return {
    path: ['zone_id'],
    message: `The custom log fields of zone ${zoneId} changed since the plan was made: ${now}.`,
    hint: 'They were left as they are. Plan again: the new plan shows what would change now.',
  };
}

/** Before the zone is known, says what may happen to fields that it has. */
export function announceUnknownZone(): ProblemLike {
  return {
    path: ['on_existing'],
    message:
      'The zone is not known yet, so this plan cannot show which custom log fields will be taken over.',
    hint: 'If the zone has fields already, apply overwrites them. Apply what the zone id comes from first (-target) to see them in a plan.',
  };
}

/** Tells of several rules where this resource has one. */
export function severalRules(zoneId: string, ruleset: Ruleset): ProblemLike {
  return {
    message: `The custom log fields of zone ${zoneId} stand in ${ruleset.rules.length} rules.`,
    hint: [
      'The enabled ones are shown together. The next change made here leaves one rule and removes the others:',
      ...listRules(ruleset),
    ].join('\n'),
  };
}

function listRules(ruleset: Ruleset): readonly string[] {
  return ruleset.rules.map((rule, index) => {
    const fields = fieldsOf({ ...ruleset, rules: [rule] });
    return `rule ${index + 1}: ${fields ? listFields(fields) : 'none'}`;
  });
}
