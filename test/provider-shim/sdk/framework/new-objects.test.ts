import type { Attributes } from '../../../../schema';
import { ready } from './connected';
import { keeping, text } from './keeping';
import { serve } from './served-resource';

const attributes: Attributes = {
  zone: { ...text, required: true },
  note: { ...text, optional: true },
  id: { ...text, computed: true, keepsPrior: true },
};

/**
 * What the engine calls: it shows an object of the state, reads it, plans it with its state, or plans what is declared
 * without a state, as one of another object or of a tainted one (docs/internals/plugin-protocol.md 4.8).
 */
test.each([
  ['one', 'new', '1'],
  ['two that are declared alike', 'new, new', '1 2'],
  ['a tainted one, refreshed first', 'show a1, read a1, new', '1'],
  ['a tainted one, refreshed after its first plan', 'show a1, new, read a1, new', '1 1'],
  ['a tainted one, and then a new one', 'show a1, new, read a1, new, new', '1 1 2'],
  ['a new one, a tainted one, and another', 'show a1, new, new, read a1, new, new', '1 2 1 3'],
  ['two tainted ones', 'show a1, show a2, new, read a1, new, new, read a2, new', '1 1 2 2'],
  ['two tainted ones at once', 'show a1, show a2, new, new, read a1, new, read a2, new', '1 2 1 2'],
  ['one beside another that has its state', 'show a1, new, plan a1, read a1, plan a1, new', '1 2'],
  ['one beside another that is shown later', 'new, show a1, read a1, new', '1 2'],
  ['one beside another that was read before', 'show a1, read a1, new, new', '1 2'],
  ['one beside another that was never shown', 'new, read a1, new', '1 2'],
  ['one beside another of another zone', 'show b1, new, read b1, new', '1 2'],
  ['one beside another of a zone that begins alike', 'show ab1, new, read ab1, new', '1 2'],
  ['two of different settings', 'show a1, new, read a1, new with a note', '1 2'],
  ['a tainted one, in two runs', 'show a1, new, read a1, run, new', '1 2'],
])('a new object is told from another plan of it: %s', async (_what, calls, expected) => {
  const tokens: string[] = [];
  const resource = keeping(attributes, {
    identity: ['zone', 'id'],
    modifyPlan: async ({ state, newObject }) => void (state ?? tokens.push(newObject.token)),
  });
  const served = await serve(resource);
  for (const one of calls.split(', ')) {
    const [rpc = '', object = ''] = one.split(' ');
    const state = { zone: object.slice(0, -1), note: null, id: object.slice(-1) };
    const rawState = { json: Buffer.from(JSON.stringify(state)) };
    if (rpc === 'run') await ready(served);
    if (rpc === 'show')
      await served.call('UpgradeResourceState', { typeName: resource.schema.type, rawState });
    if (rpc === 'read') await served.read(state);
    if (rpc === 'plan') await served.plan({ prior: state, config: { zone: state.zone } });
    if (rpc === 'new') await served.plan({ config: { zone: 'a', note: object === '' ? null : 'b' } });
  }
  const objects = [...new Set(tokens)];
  expect(tokens.map((token) => objects.indexOf(token) + 1).join(' ')).toBe(expected);
});
