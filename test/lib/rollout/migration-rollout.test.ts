import { Testing, type TerraformStack } from 'cdktf';
import { ManagedRulesMigration, type MigrationRollout } from '../../../lib';
import { synth, synthPart } from '../synth';
import { approval, DIGEST, leftOut, rolloutOf, useRollouts } from './rollouts';

useRollouts();

const APPROVED = [approval('canary', 'ab'), approval('early', 'cd')];

const stackOf = (rollout: MigrationRollout, wave: string): TerraformStack =>
  rollout.stacks.get(wave) as TerraformStack;

interface Migration {
  readonly zone_id: string;
  readonly target_state: string;
}

/** The migrations of a stack by the digit of their zone. */
function migrations(rollout: MigrationRollout, wave: string): Readonly<Record<string, Migration>> {
  const { zone_managed_rules_migration: all = {} } = (synthPart(stackOf(rollout, wave), 'resource') ??
    {}) as {
    readonly zone_managed_rules_migration?: Readonly<Record<string, Migration>>;
  };
  return Object.fromEntries(Object.values(all).map((one) => [one.zone_id[0], one]));
}

const targets = (rollout: MigrationRollout, wave: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(migrations(rollout, wave)).map(([digit, { target_state }]) => [digit, target_state]),
  );

/** The outputs of a wave's stack. */
function outputs(rollout: MigrationRollout, wave: string): Readonly<Record<string, unknown>> {
  const declared = synthPart(stackOf(rollout, wave), 'output') as Readonly<
    Record<string, { value: unknown }>
  >;
  return Object.fromEntries(Object.entries(declared).map(([name, { value }]) => [name, value]));
}

const infos = (stack: TerraformStack): readonly string[] =>
  stack.node.metadata.map(({ data }) => String(data));

/** What the engine's resource of the gate has. */
function gate(rollout: MigrationRollout, wave: string, type = 'terraform_data'): Record<string, unknown> {
  const resources = synthPart(stackOf(rollout, wave), 'resource') as Record<string, Record<string, object>>;
  return { ...resources[type]?.['gate'] };
}

describe('MigrationRollout', () => {
  test('has a stack for each wave: the first begins at once, the next one waits for it, the others for approval', () => {
    const rollout = rolloutOf({ approvals: APPROVED });
    expect(synth(stackOf(rollout, 'canary'))).toMatchSnapshot();
    expect(synth(stackOf(rollout, 'early'))).toMatchSnapshot();
    expect(synthPart(stackOf(rollout, 'rest'), 'resource')).toBeUndefined();
    expect(
      [...rollout.stacks.values()].map(({ dependencies }) => dependencies.map(({ node }) => node.id)),
    ).toEqual([[], ['waf-canary'], []]);
  });

  test('has a stable construct tree', () => {
    const rollout = rolloutOf({ approvals: [approval('canary', 'a'), approval('early', 'c')] });
    expect(Testing.renderConstructTree(stackOf(rollout, 'early'))).toMatchSnapshot();
  });

  test('declares no zone that is left out or not approved, and lists both', () => {
    const rollout = rolloutOf({
      approvals: [
        approval('canary', 'a', { leftOut: leftOut({ b: 'has 2 URI-based overrides' }) }),
        approval('early', 'c'),
      ],
    });
    expect(targets(rollout, 'canary')).toEqual({ a: 'finished' });
    expect(targets(rollout, 'early')).toEqual({ c: 'finished' });
    expect(outputs(rollout, 'canary')).toEqual({
      left_out: { 'b.example': 'has 2 URI-based overrides' },
      not_approved: [],
    });
    expect(outputs(rollout, 'early')).toEqual({ left_out: {}, not_approved: ['d.example'] });
    expect(infos(stackOf(rollout, 'canary'))).toEqual([
      'Left out of wave canary: b.example (has 2 URI-based overrides).',
    ]);
    expect(infos(stackOf(rollout, 'early'))).toEqual([
      'Not approved in wave early: d.example. Approve the wave again to include them.',
    ]);
  });

  test('a wave without an approval says what it waits for', () => {
    const rollout = rolloutOf();
    expect(migrations(rollout, 'canary')).toEqual({});
    const text = expect.stringMatching(
      /^Wave canary waits for approval, .* zonewright migration approve --wave canary /,
    ) as unknown;
    expect(outputs(rollout, 'canary')).toEqual({
      left_out: {},
      not_approved: ['a.example', 'b.example'],
      waits_for: text,
    });
    expect(infos(stackOf(rollout, 'canary'))).toEqual([text]);
  });

  test('texts of others are no expressions of the engine', () => {
    const rollout = rolloutOf({
      approvals: [
        approval('canary', 'a', {
          by: '${file("/etc/passwd")}',
          ticket: '%{if}',
          leftOut: leftOut({ b: '${b}' }),
        }),
      ],
    });
    expect(gate(rollout, 'canary')['input']).toMatchObject({
      approved_by: '$${file("/etc/passwd")}',
      ticket: '%%{if}',
    });
    expect(outputs(rollout, 'canary')['left_out']).toEqual({ 'b.example': '$${b}' });
  });

  test('the settings of a migration are those of its zone, and never what is approved', () => {
    const rollout = rolloutOf({
      approvals: APPROVED,
      migration: ({ name }) =>
        ({
          wait: name !== 'a.example',
          timeouts: { create: '2h' },
          zoneId: 'e'.repeat(32),
          approvedDigest: 'x',
        }) as object,
    });
    expect(migrations(rollout, 'canary')).toMatchObject({
      a: { wait: false, timeouts: { create: '2h' }, approved_digest: DIGEST },
      b: { wait: true, timeouts: { create: '2h' }, approved_digest: DIGEST },
    });
    expect(rollout.migrationOf('a.example')).toBeInstanceOf(ManagedRulesMigration);
    expect(() => rollout.migrationOf('e.example')).toThrow(
      '[waf] There is no migration of a zone e.example: it is not in this rollout, or not approved.',
    );
  });

  test('a zone that had finished needs no digest, and nothing is approved for it if it had not', () => {
    const zones = { ['a'.repeat(32)]: { name: 'a.example', digest: null } };
    const rollout = rolloutOf({ approvals: [approval('canary', '', { zones })] });
    expect(migrations(rollout, 'canary')).toMatchObject({
      a: { target_state: 'finished', approved_digest: `sha256:${'0'.repeat(64)}` },
    });
  });

  test('a zone leaves its wave when the state has forgotten its migration', () => {
    const rollout = rolloutOf({ approvals: APPROVED });
    rollout.migrationOf('a.example').forget();
    expect(targets(rollout, 'canary')).toEqual({ b: 'finished' });
    expect(synthPart(stackOf(rollout, 'canary'), 'removed')).toEqual([
      { from: 'zone_managed_rules_migration.aexample_migration_9349D4C7', lifecycle: { destroy: false } },
    ]);
  });
});

describe('validation and finished are approved separately:', () => {
  const validated = (wave: string, digits: string): ReturnType<typeof approval> =>
    approval(wave, digits, { target: 'validation' });

  test('finished counts, and a zone that may not finish goes on validating', () => {
    const rollout = rolloutOf({
      approvals: [
        validated('canary', 'ab'),
        approval('canary', 'a', { leftOut: leftOut({ b: 'its team is not ready' }) }),
      ],
    });
    expect(targets(rollout, 'canary')).toEqual({ a: 'finished', b: 'validation' });
    expect(gate(rollout, 'canary')['input']).toMatchObject({
      target: 'finished',
      zones: '1',
      left_out: '1',
    });
    expect(outputs(rollout, 'canary')).toMatchObject({ left_out: { 'b.example': 'its team is not ready' } });
  });

  test('a wave that validates needs no acknowledgement, and waits until the wave before validates', () => {
    const rollout = rolloutOf({ approvals: [approval('canary', 'ab'), validated('early', 'c')] });
    expect(migrations(rollout, 'early')['c']).not.toHaveProperty('acknowledge_irreversible');
    const { lifecycle } = gate(rollout, 'early') as {
      lifecycle: { precondition: { error_message: string }[] };
    };
    expect(lifecycle.precondition.map(({ error_message }) => error_message)).toEqual([
      expect.stringContaining('Not validating in wave canary ('),
    ]);
  });

  test('a wave without zones for the target does not hold the next one back: the one before it does', () => {
    const nobody = { leftOut: leftOut({ c: 'x', d: 'y' }) };
    const rollout = rolloutOf({
      approvals: [approval('canary', 'ab'), approval('early', '', nobody), approval('rest', 'e')],
    });
    expect(JSON.stringify(gate(rollout, 'rest'))).toContain('in wave canary (');
    expect(stackOf(rollout, 'rest').dependencies).toEqual([stackOf(rollout, 'canary')]);
  });
});
