import { TerraformOutput } from 'cdktf';
import { EphemeralVariable } from '../../lib';
import { synth, testStack } from './synth';

test('EphemeralVariable synthesizes an ephemeral variable, and can be referenced like any other', () => {
  const stack = testStack();
  const token = new EphemeralVariable(stack, 'token', { type: 'string', description: 'Of the collector.' });
  new TerraformOutput(stack, 'out', { value: `a ${token.stringValue}` });
  expect(synth(stack)).toMatchObject({
    variable: { token: { type: 'string', description: 'Of the collector.', ephemeral: true } },
    output: { out: { value: 'a ${var.token}' } },
  });
});
