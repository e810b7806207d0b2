import {
  applied,
  approval,
  finishes,
  plan,
  ready,
  rollout,
  states,
  traffic,
  useRollout,
} from './rollout-zones';

/** A wave with zones that are approved for finished, and others for validation alone. The tests build on each other. */

useRollout({ waves: { canary: ['one'], early: [], rest: ['two', 'three', 'four'] } });

let digest = '';

const canary = (): ReturnType<typeof approval> => approval('canary', { one: digest });
const rest = (): ReturnType<typeof approval> => approval('rest', { two: digest });
const validating = (): ReturnType<typeof approval> => ({
  ...approval('rest', { two: digest, three: digest }),
  target: 'validation',
});

/** A zone of another wave comes into the one before, which had none. */
const MOVED = { moved: { four: 'early' } };

test('a wave finishes', async () => {
  rollout([approval('canary', { one: `sha256:${'0'.repeat(64)}` })]);
  await ready('canary');
  digest = /Now: (sha256:[0-9a-f]{64})/.exec((await plan('canary')).text)?.[1] ?? '';
  for (const [wave, approvals] of [
    ['canary', [canary()]],
    ['rest', [canary(), rest()]],
  ] as const) {
    rollout(approvals);
    await ready(wave);
    await applied(wave);
    await finishes();
  }
  expect({ ...states('canary'), ...states('rest') }).toMatchObject({ one: 'finished', two: 'finished' });
});

test('its zones that are approved for validation wait for an earlier wave without approval, too', async () => {
  traffic();
  rollout([canary(), rest(), validating()], MOVED);
  const held = await plan('rest');
  expect(held).toMatchObject({ exitCode: 1 });
  expect(held.text).toContain(
    'Wave rest is held back, and this plan changes none of its zones. Neither approved for finished nor there yet in ' +
      'wave early, which comes before it (1 of 1): four.example (start).',
  );
  expect(traffic()).toMatchObject({ written: [], refused: [] });
});

test('and migrate when its zones are left out', async () => {
  rollout([canary(), approval('early', {}, { four: 'later' }), rest(), validating()], MOVED);
  await applied('rest');
  expect(traffic()).toMatchObject({ written: ['three'], refused: [] });
  expect(states('rest')).toEqual({ two: 'finished', three: 'validation', four: 'start' });
});
