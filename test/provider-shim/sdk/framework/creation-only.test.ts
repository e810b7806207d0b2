import { unknown, type Attributes } from '../../../../schema';
import type { Plain } from './plain';
import { planned } from './planned';
import type { PlanInput } from './served-resource';

const text = { type: 'string', description: 'Text.' } as const;

const attributes: Attributes = {
  name: { ...text, required: true },
  how: { ...text, optional: true, default: 'gently', creationOnly: true },
  why: { ...text, optional: true, creationOnly: true },
  id: { ...text, computed: true },
};
const prior = { name: 'a', how: 'gently', why: 'so', id: '1' };

const cases: readonly (readonly [string, PlanInput, Plain])[] = [
  ['is no change on its own', { prior, config: { name: 'a', how: 'hard', why: 'other' } }, prior],
  [
    'is no change when it goes back to its default',
    { prior: { ...prior, how: 'hard' }, config: { name: 'a', why: 'so' } },
    { ...prior, how: 'hard' },
  ],
  ['is no change while it is not known', { prior, config: { name: 'a', how: unknown, why: 'so' } }, prior],
  [
    'changes along with another one',
    { prior, config: { name: 'b', how: 'hard', why: 'so' } },
    { name: 'b', how: 'hard', why: 'so', id: unknown },
  ],
  [
    'is taken when the object is made',
    { config: { name: 'a', how: 'hard' } },
    { name: 'a', how: 'hard', why: null, id: unknown },
  ],
  [
    'is a change where the state has none, which the engine wants to see',
    { prior: { ...prior, why: null }, config: { name: 'a', why: 'so' } },
    { name: 'a', how: 'gently', why: 'so', id: unknown },
  ],
  [
    'is a change when it is removed and has no default, which the engine wants to see',
    { prior, config: { name: 'a' } },
    { name: 'a', how: 'gently', why: null, id: unknown },
  ],
];

test.each(cases)('a creation-only attribute %s', async (_case, input, expected) => {
  expect(await planned(attributes, input)).toEqual(expected);
});
