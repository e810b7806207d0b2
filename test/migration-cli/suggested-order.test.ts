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

describe('the suggested waves', () => {
  test('begin with one zone of each plan and label, and with those that can validate', () => {
    const of = (name: string, plan: string, team = 'shop') => ({
      ...zone(name, { plan, can_validate: plan === 'enterprise' }),
      team,
    });
    const zones = [
      ...['a', 'b', 'c', 'd'].map((name) => of(name, 'free')),
      ...['e', 'f', 'g'].map((name) => of(name, 'enterprise')),
      of('h', 'enterprise', 'blog'),
    ];
    const labels = new Map(zones.map(({ id, team }) => [id, { team }]));
    const first = (share: number): string =>
      inSuggestedOrder(zones, [share, 100 - share], labels)
        .flatMap(({ name, suggested_wave: wave }) => (wave === '1' ? [name] : []))
        .join('');
    expect([first(12), first(25), first(37)]).toEqual(['e', 'eh', 'aeh']);
  });

  const letters = 'abcdefghijklmnopqrst'.split('');
  const waves = (zones: readonly SurveyedZone[], ...shares: readonly number[]): string =>
    inSuggestedOrder(zones, shares)
      .map(({ suggested_wave: wave }) => wave)
      .join('');

  test.each<readonly [readonly number[], string]>([
    [[5, 20, 75], '1222233333333333333' + '3'],
    [[1, 99], '12222222222222222222'],
    [[100], '1'.repeat(20)],
    [[33.3, 33.3, 33.4], '11111112222222333333'],
  ])('of %j', (shares, expected) => {
    expect(
      waves(
        letters.map((letter) => zone(letter)),
        ...shares,
      ),
    ).toBe(expected);
  });

  test('have what cannot go on in the last one, which does not count for the shares', () => {
    const finished = { result: 'finished', state: 'finished', digest: null } as const;
    expect(waves([zone('a'), zone('b'), zone('c', finished), zone('d', finished)], 50, 50)).toBe('1222');
    expect(waves([zone('c', finished)], 50, 50)).toBe('2');
  });
});
