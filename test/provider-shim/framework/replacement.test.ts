import {
  requireReplace,
  requireReplaceIf,
  type AttributePlan,
  type PlanModifier,
} from '../../../provider-shim/framework';
import { modifyAttributes } from '../../../provider-shim/framework/plan/attribute-modifiers';
import { Unknown } from '../../../provider-shim/values';
import { unknown, type Attributes } from '../../../schema';
import { keeping } from './keeping';
import type { Plain } from './plain';
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

describe('a new object is asked for', () => {
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

  test.each(cases)('%s', async (_case, input, expected) => {
    const { replace, diagnostics } = await (await serve(keeping(attributes))).plan(input);
    expect({ replace, diagnostics }).toEqual({ replace: expected.map((name) => [name]), diagnostics: [] });
  });
});

describe("a resource's own plan modifiers", () => {
  const shrinking = requireReplaceIf(
    'Fewer letters mean a new object.',
    ({ prior: before, planned }) => String(planned).length < String(before).length,
  );
  const lower: PlanModifier = {
    description: 'Stays as it was when only the case differs.',
    modify: ({ prior: before, planned }) =>
      String(before).toLowerCase() === String(planned).toLowerCase() ? { planned: before } : {},
  };
  const own: Attributes = { name: { ...text, optional: true }, id: { ...text, computed: true } };
  const before = { name: 'Name', id: '1' };

  const cases: readonly (readonly [string, readonly PlanModifier[], PlanInput, Plain, readonly string[]])[] =
    [
      [
        'that always asks',
        [requireReplace],
        { prior: before, config: { name: 'x' } },
        { name: 'x', id: unknown },
        ['name'],
      ],
      [
        'with a condition that holds',
        [shrinking],
        { prior: before, config: { name: 'x' } },
        { name: 'x', id: unknown },
        ['name'],
      ],
      [
        'with a condition that does not hold',
        [shrinking],
        { prior: before, config: { name: 'longer' } },
        { name: 'longer', id: unknown },
        [],
      ],
      [
        'with a condition, at creation',
        [shrinking],
        { config: { name: 'x' } },
        { name: 'x', id: unknown },
        [],
      ],
      [
        'see what the one before them planned',
        [lower, requireReplace],
        { prior: before, config: { name: 'NAME' } },
        { name: 'Name', id: unknown },
        [],
      ],
      [
        'run in the order of their list',
        [requireReplace, lower],
        { prior: before, config: { name: 'NAME' } },
        { name: 'Name', id: unknown },
        ['name'],
      ],
      ['are not run for a destroy', [requireReplace], { prior: before, config: null }, null as never, []],
    ];

  test.each(cases)('%s', async (_case, modifiers, input, planned, replace) => {
    const served = await serve(keeping(own, { planModifiers: { name: modifiers } }));
    expect(await served.plan(input)).toEqual({
      planned,
      replace: replace.map((name) => [name]),
      private: null,
      diagnostics: [],
    });
  });

  test('answer in the values that they are told in, and may leave out members', async () => {
    const nested: Attributes = {
      one: {
        nested: 'single',
        optional: true,
        computed: true,
        description: 'One.',
        attributes: { a: { ...text, optional: true }, b: { ...text, computed: true } },
      },
    };
    const filling: PlanModifier = {
      description: 'Fills in what is not known yet.',
      modify: ({ planned }) => (planned === unknown ? { planned: { b: unknown } } : {}),
    };
    const served = await serve(keeping(nested, { planModifiers: { one: [filling] } }));
    expect((await served.plan({ config: {} })).planned).toEqual({ one: { a: null, b: unknown } });
  });

  const certain = new Unknown({ notNull: true, stringPrefix: 'a-' });

  test.each<readonly [string, (attribute: AttributePlan) => unknown]>([
    ['plan', ({ planned }) => planned],
    ['configuration', ({ config: written }) => written],
  ])('keep what is certain about an unknown value of the %s that they answer', (_case, answer) => {
    const modifier: PlanModifier = {
      description: 'Answers what it is told.',
      modify: (attribute) => ({ planned: answer(attribute) }),
    };
    const resource = keeping(own, { planModifiers: { name: [modifier] } });
    const plan = { name: certain, id: Unknown.plain };
    const modified = modifyAttributes(resource, before, plan, { name: certain, id: null });
    expect(modified).toEqual({ planned: { name: certain, id: Unknown.plain }, replace: [] });
  });

  test('run after those of the schema, and are told what they need', async () => {
    const seen: unknown[] = [];
    const spy: PlanModifier = {
      description: 'Looks.',
      modify: (attribute) => {
        seen.push(attribute);
        return {};
      },
    };
    const served = await serve(keeping(attributes, { planModifiers: { id: [spy], zone: [spy] } }));
    await served.plan({ prior, config: { ...config, zone: 'y' } });
    await served.plan({ config: { zone: 'y' } });
    expect(seen).toEqual([
      { config: 'y', prior: 'z', planned: 'y', exists: true, changed: true },
      { config: null, prior: '1', planned: '1', exists: true, changed: false },
      { config: 'y', prior: null, planned: 'y', exists: false, changed: true },
      { config: null, prior: null, planned: unknown, exists: false, changed: true },
    ]);
  });
});
