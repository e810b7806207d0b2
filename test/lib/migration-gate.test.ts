import { TerraformVariable, Testing } from 'cdktf';
import { ManagedRulesMigration, MigrationGate, type MigrationGateProps } from '../../lib';
import { ZONE, zoneStack } from './logpush-stack';
import { synth, synthPart, type testStack } from './synth';

const DIGEST = `sha256:${'a'.repeat(64)}`;
const validation = { zoneId: ZONE, targetState: 'validation', approvedDigest: DIGEST } as const;
const finished = { ...validation, targetState: 'finished', acknowledgeIrreversible: ZONE } as const;

type Stack = ReturnType<typeof testStack>;

interface Gate {
  readonly input: unknown;
  readonly depends_on?: unknown;
  readonly lifecycle: {
    readonly precondition: readonly { readonly condition: string; readonly error_message: string }[];
  };
}

function gateOf(stack: Stack): Gate {
  const resources = synthPart(stack, 'resource') as Record<string, Record<string, Gate>>;
  return resources['terraform_data']?.['gate'] as Gate;
}

/** The conditions of a gate, with short names for what it reads. */
function conditionsOf(props: MigrationGateProps, stack = zoneStack()): readonly string[] {
  new MigrationGate(stack, 'gate', props);
  return gateOf(stack).lifecycle.precondition.map(({ condition }) =>
    condition
      .replaceAll(/data\.zone_managed_rules_compatibility\.gate_compatibility_\w+/g, 'check')
      .replaceAll(/data\.zone_managed_rules_configuration\.gate_configuration_\w+/g, 'generated'),
  );
}

const COMPATIBLE = '${((check.migration_state != "start") || check.compatible)}';
const AVAILABLE = '${(((check.migration_state != "start") || !check.compatible) || generated.available)}';
const PAST = 'contains(["finishing", "finished"], check.migration_state)';
const UNCHANGED = `\${((${PAST} || !generated.available) || (generated.digest == "${DIGEST}"))}`;

describe('MigrationGate', () => {
  test('synthesizes to a terraform_data with the approved values, and the data sources to compare them with', () => {
    const stack = zoneStack();
    new MigrationGate(stack, 'gate', {
      ...finished,
      allowed: new TerraformVariable(stack, 'allowed', {}).booleanValue,
    });
    const { resource, data, provider } = synth(stack);
    expect({ resource, data, provider }).toMatchSnapshot();
  });

  test('is made by a migration that requires an approval', () => {
    const [alone, inside] = [zoneStack(), zoneStack()];
    const given = { ...finished, deleteUriOverrides: true };
    const gate = new MigrationGate(alone, 'gate', given);
    new ManagedRulesMigration(alone, 'migration', { gate, wait: false });
    new ManagedRulesMigration(inside, 'migration', { ...given, requireApproval: true, wait: false });
    const [one, other] = [alone, inside].map((stack) =>
      JSON.stringify([synthPart(stack, 'resource'), synthPart(stack, 'data')]),
    );
    const withoutIds = (text: string | undefined): string | undefined =>
      text?.replaceAll(/(migration_)?gate_(compatibility|configuration)\w+/g, '$2');
    expect(withoutIds(other)?.replaceAll(/migration_gate_\w+/g, 'gate')).toBe(withoutIds(one));
  });

  test('without an approval shows what to approve', () => {
    const stack = zoneStack();
    new MigrationGate(stack, 'gate', { zoneId: ZONE, targetState: 'validation', deleteUriOverrides: true });
    expect(synthPart(stack, 'resource')).toMatchSnapshot();
  });

  test('with tokens has a condition for each', () => {
    const stack = zoneStack();
    const variable = (id: string): TerraformVariable => new TerraformVariable(stack, id, {});
    new MigrationGate(stack, 'gate', {
      zoneId: variable('zone_id').stringValue,
      targetState: variable('target').value,
      approvedDigest: variable('digest').stringValue,
      acknowledgeIrreversible: variable('word').stringValue,
      allowed: variable('allowed').booleanValue,
      deleteUriOverrides: variable('delete').booleanValue,
    });
    expect(synthPart(stack, 'resource')).toMatchSnapshot();
  });

  test('has a stable construct tree, and no other provider beside it', () => {
    const stack = zoneStack();
    new MigrationGate(stack, 'gate', validation);
    expect(Testing.renderConstructTree(stack)).toBe(
      [
        'stack (TerraformStack)',
        '├── backend (LocalBackend)',
        '├── zone (ZoneProvider)',
        '└── gate (MigrationGate)',
        '    ├── compatibility (DataManagedRulesCompatibility)',
        '    ├── configuration (DataManagedRulesConfiguration)',
        '    └── Default (GateRecord)',
        '',
      ].join('\n'),
    );
  });

  test('has dependencies, but its data sources are read at plan', () => {
    const stack = zoneStack();
    const first = new ManagedRulesMigration(stack, 'first', {
      zoneId: 'f'.repeat(32),
      targetState: 'validation',
    });
    const gate = new MigrationGate(stack, 'gate', { ...validation, after: [first] });
    new MigrationGate(stack, 'next', { ...validation, after: [gate] });
    const { resource, data } = synth(stack) as Record<string, Record<string, unknown>>;
    expect(resource?.['terraform_data']).toMatchObject({
      gate: { depends_on: ['zone_managed_rules_migration.first'] },
      next: { depends_on: ['terraform_data.gate'] },
    });
    expect(JSON.stringify(data)).not.toContain('depends_on');
  });
});

test('the record of a MigrationGate has the approved values and never those that are read, so that it outlives the configuration', () => {
  const stack = zoneStack();
  new MigrationGate(stack, 'gate', finished);
  expect(gateOf(stack).input).toEqual({ zone: ZONE, target: 'finished', digest: DIGEST });
});

describe('a MigrationGate, which records in terraform_data', () => {
  const gateIn = (stack: Stack): MigrationGate => new MigrationGate(stack, 'gate', finished);

  test('needs no other provider, and has the same conditions', () => {
    const [own, other] = [zoneStack(), zoneStack()];
    gateIn(own);
    new MigrationGate(other, 'gate', { ...finished, recordIn: 'null_resource' });
    const { null_resource: null_ } = synthPart(other, 'resource') as Record<string, Record<string, Gate>>;
    const { resource, provider, terraform } = synth(own) as Readonly<Record<string, object>>;
    expect(resource).toEqual({
      terraform_data: {
        gate: {
          input: { zone: ZONE, target: 'finished', digest: DIGEST },
          lifecycle: {
            ignore_changes: ['triggers_replace'],
            precondition: null_?.['gate']?.lifecycle.precondition,
          },
        },
      },
    });
    expect(Object.keys(provider ?? {})).toEqual(['zone']);
    expect(terraform).toMatchObject({ required_providers: { zone: expect.anything() } });
    expect(JSON.stringify(terraform)).not.toContain('null');
  });

  test('takes over what a null_resource recorded', () => {
    const stack = zoneStack();
    gateIn(stack).moveFromId('null_resource.gate');
    expect(synthPart(stack, 'moved')).toEqual([{ from: 'null_resource.gate', to: 'terraform_data.gate' }]);
  });
});

describe('MigrationGate has one condition for each fact:', () => {
  test('only those not decided at synth, since the engine refuses conditions without references', () => {
    expect(conditionsOf(validation)).toEqual([COMPATIBLE, AVAILABLE, UNCHANGED]);
    expect(conditionsOf({ ...finished, allowed: true })).toEqual([COMPATIBLE, AVAILABLE, UNCHANGED]);
  });

  test('a missing approval holds back while there is something to approve', () => {
    expect(conditionsOf({ zoneId: ZONE, targetState: 'validation' })).toEqual([
      COMPATIBLE,
      AVAILABLE,
      `\${(${PAST} || !generated.available)}`,
    ]);
  });

  test.each([
    ['validation', '${(check.migration_state != "start")}'],
    ['finished', `\${${PAST}}`],
  ] as const)('allowed = false holds back before %s, until that is reached', (targetState, reached) => {
    expect(conditionsOf({ ...finished, targetState, allowed: false })).toEqual([
      COMPATIBLE,
      AVAILABLE,
      UNCHANGED,
      reached,
    ]);
  });

  test('a missing acknowledgement holds back until the zone is finishing', () => {
    const { acknowledgeIrreversible: _word, ...rest } = finished;
    expect(conditionsOf(rest)).toEqual([COMPATIBLE, AVAILABLE, UNCHANGED, `\${${PAST}}`]);
  });

  test('an acknowledgement is compared with a zone that is not known at synth', () => {
    expect(conditionsOf({ ...finished, zoneId: '${var.zone}' })[3]).toBe(
      `\${(${PAST} || (var.zone == "${ZONE}"))}`,
    );
  });

  test('overrides to be deleted do not hold back, other obstacles do', () => {
    const [first] = conditionsOf({ ...validation, deleteUriOverrides: true });
    expect(first).toBe(
      '${(((check.migration_state != "start") || check.compatible) || ((length(check.obstacles[*].kind) >= 1) && ' +
        '!(length(setsubtract(check.obstacles[*].kind, ["uri_override"])) >= 1)))}',
    );
    expect(conditionsOf({ ...validation, deleteUriOverrides: false })[0]).toBe(COMPATIBLE);
  });

  test('a zone that cannot migrate passes when the migration skips it', () => {
    expect(conditionsOf({ ...validation, onIncompatible: 'skip' })).toEqual([AVAILABLE, UNCHANGED]);
    expect(conditionsOf({ ...validation, onIncompatible: 'refuse' })[0]).toBe(COMPATIBLE);
    expect(conditionsOf({ ...validation, onIncompatible: '${var.skips}' as 'skip' })[0]).toBe(
      '${(((check.migration_state != "start") || check.compatible) || (var.skips == "skip"))}',
    );
  });

  test("an expression in the engine's own spelling keeps its quotes", () => {
    const conditions = conditionsOf({
      zoneId: '${var.zones["a"]}',
      targetState: 'finished',
      acknowledgeIrreversible: '${var.words["a"]}',
      approvedDigest: '${var.digests["a"]}',
    });
    expect(conditions.slice(2)).toEqual([
      `\${((${PAST} || !generated.available) || (coalesce(var.digests["a"], "not given") != "not given"))}`,
      `\${(((${PAST} || !generated.available) || !(coalesce(var.digests["a"], "not given") != "not given")) || ` +
        '(generated.digest == var.digests["a"]))}',
      `\${(${PAST} || (var.zones["a"] == var.words["a"]))}`,
    ]);
  });
});
