import { unknown, type Attributes } from '../../../../schema';
import { keeping } from './keeping';
import { serve, type PlanInput } from './served-resource';

const text = { type: 'string', description: 'Text.' } as const;

const attributes: Attributes = {
  zone: { ...text, required: true, replaceOnChange: true },
  place: { ...text, optional: true, replaceOnChange: true },
  tags: { type: { set: 'string' }, optional: true, replaceOnChange: true, description: 'Texts.' },
  name: { ...text, optional: true },
  id: { ...text, computed: true, replaceOnChange: true, keepsPrior: true },
};

const prior = { zone: 'z', place: 'p', tags: ['a', 'b'], name: 'n', id: '1' };
const config = { zone: 'z', place: 'p', tags: ['b', 'a'], name: 'n' };

const cases: readonly (readonly [string, PlanInput, readonly string[]])[] = [
  ['by nothing when nothing changes', { prior, config }, []],
  ['by nothing when another attribute changes', { prior, config: { ...config, name: 'm' } }, []],
  ['by a changed value', { prior, config: { ...config, zone: 'y' } }, ['zone']],
  ['by a value that is not known yet', { prior, config: { ...config, zone: unknown } }, ['zone']],
  ['by a removed value', { prior, config: { ...config, place: undefined } }, ['place']],
  ['by an added value', { prior: { ...prior, place: null }, config }, ['place']],
  ['by an element of a set', { prior, config: { ...config, tags: ['a'] } }, ['tags']],
  ['by several at once, in order', { prior, config: { zone: 'y', name: 'n' } }, ['place', 'tags', 'zone']],
  ['by nothing when it is made', { config }, []],
  ['by nothing when it is destroyed', { prior, config: null }, []],
];

test.each(cases)('a replacement is planned %s', async (_case, input, expected) => {
  const { replace, diagnostics } = await (await serve(keeping(attributes))).plan(input);
  expect({ replace, diagnostics }).toEqual({ replace: expected.map((name) => [name]), diagnostics: [] });
});
