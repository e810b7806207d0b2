import { TerraformOutput } from 'cdktf';
import { Construct } from 'constructs';
import { EphemeralVariable, LogCustomFields, Secret } from '../../lib';
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

test('Secret.variable is one ephemeral variable of the stack for all who name it', () => {
  const stack = testStack();
  const inner = new Construct(stack, 'inner');
  const [one, other] = [Secret.variable(stack, 'key', 'Of the store.'), Secret.variable(inner, 'key')];
  new TerraformOutput(stack, 'out', { value: `${one} ${other}` });
  new TerraformOutput(stack, 'url', { value: Secret.variableInUrl(inner, 'key') });
  expect(synth(stack)).toMatchObject({
    variable: { key: { type: 'string', description: 'Of the store.', ephemeral: true } },
    output: {
      out: { value: '${var.key} ${var.key}' },
      url: { value: '${replace(urlencode(var.key), "+", "%20")}' },
    },
  });
  new LogCustomFields(stack, 'taken', { zoneId: 'z', cookies: ['a'] });
  expect(() => Secret.variable(stack, 'taken')).toThrow('another construct named taken');
});
