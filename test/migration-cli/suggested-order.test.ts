import { inSuggestedOrder } from '../../cli/migration/survey-of';
import type { SurveyedZone } from '../../cli/migration/survey-model';
import { zone } from './surveyed-zones';

const rule = {
  action: 'execute',
  expression: 'true',
  description: '',
  enabled: true,
  action_parameters: '{}',
};
const rules = (count: number) => Array.from({ length: count }, () => rule);
const losses = (count: number) =>
  Array.from({ length: count }, () => ({ kind: 'page_rule_waf_off', id: '1', description: 'x' }) as const);
const order = (...zones: readonly SurveyedZone[]): string =>
  inSuggestedOrder([...zones].reverse())
    .map(({ name }) => name)
    .join('');

describe('the suggested order', () => {
  const lose = (count: number): object => ({ not_carried_over: losses(count) });
  const nothing = { digest: null, rules: null, not_carried_over: null };
  test.each<readonly [string, readonly object[]]>([
    ['begins with zones that lose nothing', [{ rules: rules(9) }, lose(1)]],
    ['then has those that lose few settings', [{ ...lose(1), rules: rules(9) }, lose(2)]],
    ['has zones whose losses are not known after those', [lose(9), { not_carried_over: null }]],
    ['prefers few rules', [{ rules: rules(2) }, { rules: rules(10), plan: 'pro' }]],
    [
      'prefers the lowest plan, and one that is not known comes last',
      [{ plan: 'pro' }, { plan: 'business' }, {}, { plan: null }],
    ],
    ['is that of the names otherwise', [{}, {}, {}]],
    [
      'ends with what cannot go on, and what has nothing left to do',
      [
        { not_carried_over: null },
        { ...nothing, result: 'not_eligible' },
        { ...nothing, result: 'unreadable', state: null },
        { ...nothing, result: 'finished', state: 'finished' },
      ],
    ],
  ])('%s', (_name, parts) => {
    const zones = parts.map((part, index) => zone('abcd'.charAt(index), part));
    expect(order(...zones)).toBe('abcd'.slice(0, zones.length));
  });

  test('says its reason', () => {
    const zones = [
      zone('a', { result: 'begun', state: 'validation', plan: 'business' }),
      zone('b', { not_carried_over: losses(2), plan: null }),
      zone('c', { result: 'begun', state: 'finishing', digest: null }),
    ];
    expect(inSuggestedOrder(zones).map(({ reason }) => reason)).toEqual([
      'in validation, loses nothing, 1 rule, business',
      'loses 2 settings, 1 rule, plan not known',
      'finishing already: it can no longer be stopped',
    ]);
  });
});
