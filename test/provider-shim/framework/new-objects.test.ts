import type { AnyResource } from '../../../provider-shim/framework';
import { NewObjects } from '../../../provider-shim/framework/new-objects';

const thing = { schema: { type: 'test_thing' }, identity: ['zone', 'id'] } as unknown as AnyResource<unknown>;

/** A call of the engine: for an object of the state with its id, for a new one with what is declared. */
type Call = readonly ['show' | 'read' | 'keep', number] | readonly ['new', string];

const TAINTED = [
  ['show', 1],
  ['new', 'a'],
  ['read', 1],
  ['new', 'a'],
] as const;

test.each<readonly [string, readonly Call[], number]>([
  ['a tainted object, planned before it is read and after', TAINTED, 1],
  ['it and another one that is declared alike', [...TAINTED, ['new', 'a']], 2],
  [
    'two, before it was read',
    [
      ['show', 1],
      ['new', 'a'],
      ['new', 'a'],
    ],
    2,
  ],
  [
    'a new one, and a tainted one that is shown later',
    [
      ['new', 'a'],
      ['show', 1],
      ['read', 1],
      ['new', 'a'],
    ],
    2,
  ],
  [
    'a tainted object, and a new one that is declared otherwise and planned first',
    [
      ['show', 1],
      ['new', 'b'],
      ['new', 'a'],
      ['read', 1],
      ['new', 'a'],
    ],
    2,
  ],
  [
    'two that are declared alike, while one that stays is read between them',
    [
      ['show', 1],
      ['new', 'a'],
      ['read', 1],
      ['keep', 1],
      ['new', 'a'],
    ],
    2,
  ],
  [
    'two tainted objects that are declared alike',
    [
      ['show', 1],
      ['show', 2],
      ['new', 'a'],
      ['new', 'a'],
      ['read', 1],
      ['read', 2],
      ['new', 'a'],
      ['new', 'a'],
    ],
    2,
  ],
  [
    'a tainted object, while one that stays is read',
    [['show', 2], ['keep', 2], ...TAINTED.slice(0, 2), ['read', 2], ...TAINTED.slice(2)],
    1,
  ],
])('%s', (_case, calls, count) => {
  const objects = new NewObjects<unknown>();
  const found = new Set<object>();
  for (const [what, of] of calls) {
    const state = { zone: 'z', id: Number(of) };
    if (what === 'show') objects.markShown(thing, state);
    else if (what === 'read') objects.markRefreshed(thing, state as never);
    else if (what === 'keep') objects.markPlanned(thing, state as never);
    else found.add(objects.planned(thing, { zone: 'z', id: null } as never, Buffer.from(String(of))));
  }
  expect(found.size).toBe(count);
});
