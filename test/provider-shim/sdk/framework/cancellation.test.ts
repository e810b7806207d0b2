import { getEventListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attributes } from '../../../../schema';
import { bug, keeping } from './keeping';
import { encoded, plainOf, valueOf } from './plain';
import { serve, type ServedResource } from './served-resource';

const attributes: Attributes = { name: { type: 'string', required: true, description: 'Text.' } };

const STOPPED = {
  severity: 'error',
  summary: 'The run was stopped before this operation finished.',
  detail: 'What is known to exist stays in the state. Run the same command again to continue.',
};

const HOUR = 3_600_000;

/** A resource that waits when it is made, until it is told to stop. */
function waiting(wait: (signal: AbortSignal) => Promise<unknown>): Promise<ServedResource> {
  return serve(
    keeping(attributes, {
      create: async ({ plan, signal, save }) => {
        if (plan['name'] === 'at once') return plan;
        save(plan);
        await wait(signal);
        return plan;
      },
    }),
  );
}

const never = (signal: AbortSignal): Promise<never> => sleep(HOUR, undefined as never, { signal });

const stopped = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => signal.addEventListener('abort', resolve));

describe('when the user stops the run', () => {
  test.each([
    ['gives up as functions of Node do', never],
    [
      'gives up with the reason of the signal',
      async (signal: AbortSignal) => {
        await stopped(signal);
        signal.throwIfAborted();
      },
    ],
  ])(
    'a creation that %s ends with a plain message, and its values so far are stored',
    async (_case, wait) => {
      const served = await waiting(wait);
      const applied = served.apply({ planned: { name: 'a' } });
      expect(await served.call('StopProvider', {})).toEqual({ error: '' });
      expect(await applied).toEqual({ state: { name: 'a' }, private: null, diagnostics: [STOPPED] });
      expect(served.log).toEqual([]);
    },
  );

  test('a creation that finishes anyway is stored normally', async () => {
    const served = await waiting(stopped);
    const applied = served.apply({ planned: { name: 'a' } });
    await served.call('StopProvider', {});
    expect(await applied).toEqual({ state: { name: 'a' }, private: null, diagnostics: [] });
  });

  test('later calls run, and can be stopped again', async () => {
    const served = await waiting(never);
    await served.call('StopProvider', {});
    expect(await served.apply({ planned: { name: 'at once' } })).toEqual({
      state: { name: 'at once' },
      private: null,
      diagnostics: [],
    });
    const applied = served.apply({ planned: { name: 'a' } });
    await served.call('StopProvider', {});
    expect((await applied).diagnostics).toEqual([STOPPED]);
  });
});

const { schema } = keeping(attributes);
const plannedState = encoded(schema, valueOf(schema, { name: 'a' }));
const request = { typeName: 'test_thing', priorState: encoded(schema, null), plannedState };

test('a call whose caller is gone is aborted, and no other call', async () => {
  const signals: AbortSignal[] = [];
  const served = await waiting((signal) => {
    signals.push(signal);
    return never(signal);
  });
  const caller = new AbortController();
  const [gone, other] = [
    served.call('ApplyResourceChange', request, caller),
    served.call('ApplyResourceChange', request),
  ];
  caller.abort();
  expect(plainOf(schema, (await gone).newState)).toEqual({ name: 'a' });
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  await served.call('StopProvider', {});
  expect((await other).diagnostics.map(({ summary }) => summary)).toEqual([STOPPED.summary]);
});

test('a call that has ended leaves no listener with its caller, and what it still asks for ends with it', async () => {
  const seen: (readonly [AbortSignal, boolean])[] = [];
  const served = await waiting(async (signal) => void seen.push([signal, signal.aborted]));
  const caller = new AbortController();
  await served.call('ApplyResourceChange', request, caller);
  expect(getEventListeners(caller.signal, 'abort')).toEqual([]);
  expect(seen.map(([signal, before]) => [before, signal.aborted])).toEqual([[false, true]]);
  expect(caller.signal.aborted).toBe(false);
});

test('an abort that nobody requested is a bug in the provider', async () => {
  const served = await waiting(async () => {
    throw Object.assign(new Error('This operation was aborted'), { name: 'AbortError' });
  });
  expect((await served.apply({ planned: { name: 'a' } })).diagnostics).toEqual([
    bug('This operation was aborted'),
  ]);
});
