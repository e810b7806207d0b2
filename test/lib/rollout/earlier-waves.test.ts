import type { TerraformStack } from 'cdktf';
import { type MigrationRollout } from '../../../lib';
import { synth, synthPart } from '../synth';
import { approval, leftOut, rolloutOf, useRollouts, zone, ZONES, type RolloutOptions } from './rollouts';

/** A wave is approved, and an earlier one is not: the inventory got zones of it, or its approval was removed. */

useRollouts();

const stackOf = (rollout: MigrationRollout, wave: string): TerraformStack =>
  rollout.stacks.get(wave) as TerraformStack;

/** What the messages of a wave's gate begin with, up to the zones that they name. */
function heldFor(options: RolloutOptions, wave: string): readonly string[] {
  const { terraform_data: data } = synthPart(stackOf(rolloutOf(options), wave), 'resource') as Record<
    string,
    Record<string, { lifecycle: { precondition?: { error_message: string }[] } }>
  >;
  return (data?.['gate']?.lifecycle.precondition ?? []).map(({ error_message: message }) =>
    message
      .replace(/^Wave \w+ is held back, and this plan changes none of its zones\. /, '')
      .replace(/ \(\$.*/s, ''),
  );
}

/** The warnings of a wave's stack after the synthesis. */
function warnings(rollout: MigrationRollout, wave: string): readonly string[] {
  const stack = stackOf(rollout, wave);
  synth(stack);
  return stack.node.metadata.filter(({ type }) => type === '@cdktf/warn').map(({ data }) => String(data));
}

/** No zone was in early when canary and rest were approved. */
const WITHOUT_EARLY = ZONES.filter(({ labels }) => labels?.['wave'] !== 'early');
const APPROVED = [approval('canary', 'ab'), approval('rest', 'e')];
const BEFORE = ['Still finishing in wave canary', 'Not finished in wave canary'];
const NOT_APPROVED = 'Neither approved for finished nor there yet in wave early, which comes before it';

describe('a zone that comes into an earlier wave without zones', () => {
  test('holds a later wave that is approved, and its synthesis says so', () => {
    expect(heldFor({ approvals: APPROVED, zones: WITHOUT_EARLY }, 'rest')).toEqual(BEFORE);
    expect(heldFor({ approvals: APPROVED }, 'rest')).toEqual([...BEFORE, NOT_APPROVED]);
    const rollout = rolloutOf({ approvals: APPROVED });
    expect(warnings(rollout, 'rest')).toEqual([
      expect.stringMatching(
        /^Wave rest is approved for finished, but early, which comes before it, is not\. While a zone of rest has not begun, the plan of rest fails until these zones have reached finished: c\.example, d\.example\. Approve that wave \(zonewright migration approve --wave early /,
      ),
    ]);
    expect(warnings(rollout, 'canary')).toEqual([]);
    const { waits_for: text } = synthPart(stackOf(rollout, 'early'), 'output') as Record<string, unknown>;
    expect(text).toMatchObject({
      value: expect.stringContaining(
        'Zones of rest that have not begun wait for it, although they are approved.',
      ) as unknown,
    });
  });

  test('holds nothing any more when it is left out, or approved', () => {
    const nobody = approval('early', '', { leftOut: leftOut({ c: 'x', d: 'y' }) });
    expect(heldFor({ approvals: [...APPROVED, nobody] }, 'rest')).toEqual(BEFORE);
    expect(heldFor({ approvals: [...APPROVED, approval('early', 'cd')] }, 'rest')).toEqual(
      BEFORE.map((text) => text.replace('canary', 'early')),
    );
  });
});

describe('a wave that is approved for finished waits for one that is approved for validation', () => {
  const validated = approval('canary', 'a', { target: 'validation', leftOut: leftOut({ b: 'x' }) });
  const finished = [validated, approval('early', 'c')];

  test('with the zones that no person has left out', () => {
    expect(heldFor({ approvals: finished }, 'early')).toEqual([NOT_APPROVED.replace('early', 'canary')]);
    const { locals } = synth(stackOf(rolloutOf({ approvals: finished }), 'early')) as {
      readonly locals: Readonly<Record<string, unknown>>;
    };
    expect(Object.values(locals)).toContainEqual({ 'a.example': 'a'.repeat(32) });
  });

  test('and one that is approved for validation does not', () =>
    expect(
      heldFor({ approvals: [validated, approval('early', 'c', { target: 'validation' })] }, 'early'),
    ).toEqual(['Not validating in wave canary']));
});

test('names of zones that the messages and ids have are no expressions of the engine', () => {
  const zones = [zone('a'), { ...zone('c', 'early'), name: '${c}' }, zone('e', 'rest')];
  const rollout = rolloutOf({ zones, approvals: [approval('canary', 'a'), approval('rest', 'e')] });
  expect(JSON.stringify(synth(stackOf(rollout, 'rest')))).toContain('"$${c}":"cccc');
});
