import { type DescribedEntryPoint, type ManagedRules, type Problem } from '../../../schema';
import { MOVED } from './conflicts';
import { listRules } from './rules';
import { keptSettings } from './state';

/** What rules of another object mean: if the apply destroys it in another process, which comes first is chance. */
const OF_ANOTHER =
  'Another zone_managed_rules object wrote them. If this plan destroys it, as after a rename, the zone may have no ' +
  `managed rules for a moment. Add this block instead, with its old and its new address:\n\n${MOVED}`;

/** Announces what taking over will change. @param zone here and below, as `zoneInMessages` returns it @param planned undefined while it is not known */
export function announceAdoption(
  zone: string,
  existing: DescribedEntryPoint,
  planned: ManagedRules | undefined,
  ofAnother: boolean,
  kept: Readonly<Record<string, string>> | undefined,
): Problem {
  return {
    code: 'managed_rules_adopted',
    path: ['on_existing'],
    message: `Apply replaces the managed rules that zone ${zone} already has.`,
    hint: [
      'Before:',
      ...listRules(existing).map((line) => `  ${line}`),
      ...(planned
        ? ['After:', ...listRules(planned).map((line) => `  ${line}`)]
        : ['After: known after apply']),
      ...(kept ? stayOrGo(existing, kept) : []),
      '',
      'The rules get new ids. To keep the ids, import the zone instead.',
      ofAnother
        ? OF_ANOTHER
        : 'If apply fails with "inconsistent final plan", somebody changed these rules after this plan; their change was not overwritten. Plan again.',
    ].join('\n'),
  };
}

/** What the rules have that cannot be declared, one line each. */
function stayOrGo(existing: DescribedEntryPoint, kept: Readonly<Record<string, string>>): readonly string[] {
  const [before, after] = [Object.entries(keptSettings(existing)), Object.entries(kept)];
  const going = before.filter(([, json]) => !Object.values(kept).includes(json));
  return [
    ...after.map(([name, json]) => `stays: ${name}: ${json} (not managed here)`),
    ...going.map(([name, json]) => `goes: ${name}: ${json} (not managed here)`),
  ];
}

/** Announces that the zone already has exactly the planned rules. */
export function announceSame(zone: string, ofAnother: boolean): Problem {
  return {
    code: 'managed_rules_same',
    path: ['zone_id'],
    message: `Zone ${zone} already has exactly these managed rules.`,
    hint:
      'Apply takes them over: it writes them again, with new ids, and destroying this resource deletes them. To keep the ' +
      `ids, import the zone instead.${ofAnother ? `\n${OF_ANOTHER}` : ''}`,
  };
}

/** Refuses a replacement whose second half would find rules of others, after the first one has deleted those of the object. */
export function othersInTheWay(zone: string, staying: ManagedRules): Problem {
  return {
    code: 'managed_rules_of_others_in_the_way',
    path: ['zone_id'],
    message: `The managed rules of zone ${zone} cannot be replaced: beside them are rules that this resource did not write.`,
    hint: [
      ...listRules(staying).map((line) => `  ${line}`),
      '',
      'A replacement deletes the rules of this resource, and would not create them again beside others.',
      'Apply without -replace (or untaint the resource): an update keeps the rules that are declared and removes the others.',
      'Or set on_existing = "adopt": the plan then shows what is replaced.',
    ].join('\n'),
  };
}
