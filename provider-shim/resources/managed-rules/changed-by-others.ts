import { sameValue, type DescribedEntryPoint, type ManagedRules, type Problem } from '../../../schema';
import { listed } from '../messages';
import { otherRules } from './entry-point';
import { listDifferences } from './rules';
import { keptSettings, type OtherRule, type State } from './state';

/**
 * Refuses to overwrite or delete what the plan did not show.
 *
 * @param zone here and below, as `zoneInMessages` returns it
 * @param planned what the plan was made for: the state, or the planned rules of a new object
 * @param existing undefined when there are none
 */
export function changedSincePlan(
  zone: string,
  planned: State | ManagedRules,
  existing: DescribedEntryPoint | undefined,
): Problem {
  return {
    code: 'managed_rules_changed_since_plan',
    path: ['zone_id'],
    message: `The managed rules of zone ${zone} changed since this plan was made.`,
    hint: [
      'The zone has now, compared with what the plan was made for:',
      ...(existing ? listChanges(planned, existing) : ['  There are none now.']),
      '',
      'They were left as they are. Plan again: the new plan shows what would change now.',
    ].join('\n'),
  };
}

/** What a zone has now, one line each, with what cannot be declared. */
export function listChanges(before: State | ManagedRules, now: DescribedEntryPoint): readonly string[] {
  const lines = [...listDifferences({ ...before, order: before.order ?? [] }, now)];
  if ('kept_settings' in before) {
    const [old, kept] = [before.kept_settings ?? {}, keptSettings(now)];
    const names = [...new Set([...Object.keys(old), ...Object.keys(kept)])].sort();
    for (const name of names)
      if (old[name] !== kept[name])
        lines.push(`~ ${name} keeps ${old[name] ?? 'nothing'} -> ${kept[name] ?? 'nothing'}`);
    const [others, there] = [before.other_rules ?? [], otherRules(now)];
    const isIn = (rules: typeof there, { reason: _reason, ...rule }: OtherRule): boolean =>
      rules.some(({ reason: _other, ...one }) => sameValue(one, rule));
    lines.push(
      ...others.filter((rule) => !isIn(there, rule)).map(({ id, reason }) => `- ${id}: ${reason}`),
      ...there.filter((rule) => !isIn(others, rule)).map(({ id, reason }) => `+ ${id}: ${reason}`),
    );
  }
  return lines.map((line) => `  ${line}`);
}

/** Reports rules that cannot be expressed and stay. */
export function othersStayUnchanged(zone: string, others: readonly OtherRule[]): Problem {
  return {
    code: 'managed_rules_others_kept',
    path: ['other_rules'],
    message: `Zone ${zone} has managed rules that zone_managed_rules cannot express. They stay as they are.`,
    hint: `${listed(others.map(({ id, reason }) => `${id}: ${reason}`))}\nThey are in other_rules.`,
  };
}
