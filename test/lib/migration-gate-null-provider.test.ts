import { provider as nullProvider, resource as nullResource } from '@cdktf/provider-null';
import { TerraformVariable } from 'cdktf';
import { MigrationGate } from '../../lib';
import { GateResource } from '../../lib/migration/gate-resource';
import { needsNullProvider } from '../../lib/migration/null-provider';
import { ZONE, zoneStack } from './logpush-stack';
import { synth, synthPart, type testStack, validationErrors } from './synth';

const validation = {
  zoneId: ZONE,
  targetState: 'validation',
  recordIn: 'null_resource',
  approvedDigest: `sha256:${'a'.repeat(64)}`,
} as const;

type Stack = ReturnType<typeof testStack>;

describe('the null provider', () => {
  const providersOf = (stack: Stack): unknown =>
    (synthPart(stack, 'provider') as Record<string, unknown>)['null'];

  test('is added once for all gates of a stack', () => {
    const stack = zoneStack();
    new MigrationGate(stack, 'a', validation);
    new MigrationGate(stack, 'b', validation);
    expect(validationErrors(stack)).toEqual([]);
    expect(providersOf(stack)).toEqual([{}]);
    expect(synthPart(stack, 'terraform')).toMatchObject({
      required_providers: { null: { source: 'null', version: '3.2.4' } },
    });
  });

  test.each(['before', 'after'])('of the stack is used when it is declared %s the gate', (when) => {
    const stack = zoneStack();
    const declare = (): void => void new nullProvider.NullProvider(stack, 'null');
    if (when === 'before') declare();
    new MigrationGate(stack, 'gate', validation);
    if (when === 'after') declare();
    expect(providersOf(stack)).toEqual([{}]);
    expect(synthPart(stack, 'terraform')).toMatchObject({ required_providers: { null: { source: 'null' } } });
  });

  test('and its resource synthesize to that of the rules that the bindings of @cdktf/provider-null do', () => {
    const settings = (stack: Stack): ConstructorParameters<typeof GateResource>[2] => ({
      triggers: { zone: ZONE, target: new TerraformVariable(stack, 'target', {}).stringValue },
      dependsOn: [new nullResource.Resource(stack, 'first')],
      lifecycle: { precondition: [{ condition: true, errorMessage: 'never' }] },
    });
    const ours = zoneStack();
    new GateResource(ours, 'gate', settings(ours));
    needsNullProvider(ours);
    const theirs = zoneStack();
    new nullResource.Resource(theirs, 'gate', settings(theirs));
    new nullProvider.NullProvider(theirs, 'null');
    expect(synth(ours)).toEqual(synth(theirs));
    expect(synth(ours)).toMatchObject({
      resource: { null_resource: { gate: { triggers: { zone: ZONE } } } },
    });
  });

  test('is added beside one that has an alias', () => {
    const stack = zoneStack();
    new nullProvider.NullProvider(stack, 'other', { alias: 'other' });
    new MigrationGate(stack, 'gate', validation);
    expect(providersOf(stack)).toEqual(expect.arrayContaining([{ alias: 'other' }, {}]));
  });
});
