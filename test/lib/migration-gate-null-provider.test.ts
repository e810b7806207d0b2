import { provider as nullProvider } from '@cdktf/provider-null';
import { MigrationGate } from '../../lib';
import { ZONE, zoneStack } from './logpush-stack';
import { synthPart, type testStack, validationErrors } from './synth';

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
});
