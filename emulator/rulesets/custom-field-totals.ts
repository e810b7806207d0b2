import type { Reader } from '../checks/reader';
import type { JsonObject } from '../checks/json-object';
import type { ServiceSettings } from '../service/settings';
import { fieldRules } from './custom-field-lists';

interface WithParameters {
  readonly action: string;
  readonly action_parameters?: JsonObject;
}

/** Refuses the first rule with which the ruleset has too many names (docs/service.md 8). */
export function checkFieldTotals(
  items: readonly Reader[],
  rules: readonly WithParameters[],
  limits: ServiceSettings['limits'],
): void {
  const { lists, limit } = fieldRules(limits);
  const groups = limit.over === 'each list' ? lists.map((list) => [list]) : [lists];
  for (const group of groups) {
    const members = group.map((list) => list.member);
    let total = 0;
    for (const [index, rule] of rules.entries()) {
      if (rule.action !== 'log_custom_field') continue;
      total += countNames(rule.action_parameters, members);
      if (total <= limit.names) continue;
      items[index]
        ?.member('action_parameters')
        .refuse(`the zone has at most ${limit.names} custom fields in ${members.join(', ')}, not ${total}`);
      break;
    }
  }
}

function countNames(parameters: JsonObject | undefined, members: readonly string[]): number {
  return members
    .map((member) => parameters?.[member])
    .reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0);
}
