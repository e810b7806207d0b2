import { unknown, type Attributes } from '../../../../schema';
import { bug, keeping, text } from './keeping';
import { CLIENT, privateBytes, serve, unconfigured } from './served-resource';

const attributes: Attributes = {
  name: { ...text, required: true },
  tags: { type: { set: 'string' }, optional: true, description: 'Texts.' },
};

const state = { name: 'a', tags: ['x'] };

describe('a refresh', () => {
  test('stores the current values, and keeps the private state', async () => {
    const seen: unknown[] = [];
    const served = await serve(
      keeping(attributes, {
        read: async (call) => {
          seen.push(call.client, call.state);
          return { name: 'b', tags: ['y', 'x', 'y'] };
        },
      }),
    );
    expect(await served.read(state, privateBytes({ etag: 'w' }))).toEqual({
      state: { name: 'b', tags: ['x', 'y'] },
      private: { etag: 'w' },
      diagnostics: [],
    });
    expect(seen).toEqual([CLIENT, state]);
  });

  test('of a missing object stores nothing', async () => {
    const served = await serve(keeping(attributes, { read: async () => null }));
    expect(await served.read(state)).toEqual({ state: null, private: null, diagnostics: [] });
  });

  test.each([
    ['that fails', async () => Promise.reject(new Error('no luck')), 'no luck'],
    ['with another type', async () => ({ name: 1, tags: [] }), 'name: expected a string; saw a number'],
    [
      'that leaves something unknown',
      async () => ({ name: unknown, tags: [] }),
      'test_thing returned a state with unknown values: name',
    ],
  ])('%s keeps the state and the private state', async (_case, read, message) => {
    const served = await serve(keeping(attributes, { read }));
    expect(await served.read(state, privateBytes({ etag: 'w' }))).toEqual({
      state,
      private: { etag: 'w' },
      diagnostics: [bug(message)],
    });
  });

  test('with damaged private state goes on without it, and warns', async () => {
    const served = await serve(keeping(attributes));
    expect(await served.read(state, Buffer.from('{'))).toEqual({
      state,
      private: null,
      diagnostics: [
        {
          severity: 'warning',
          summary: 'The private state of this object is damaged: it is not JSON.',
          detail: expect.stringMatching(/^What the provider stored there, .* counts as unknown/),
        },
      ],
    });
  });

  test('with an unknown provider configuration keeps the state and says so', async () => {
    const reads: string[] = [];
    const served = unconfigured(
      keeping(attributes, { read: async (call) => (reads.push('read'), call.state) }),
    );
    expect(await served.read(state, privateBytes({ etag: 'w' }))).toEqual({
      state,
      private: { etag: 'w' },
      diagnostics: [
        {
          severity: 'warning',
          summary: 'This test_thing was not refreshed.',
          detail:
            "The provider's configuration is known only after apply, so the plan builds on the stored state.",
        },
      ],
    });
    expect(reads).toEqual([]);
  });
});
