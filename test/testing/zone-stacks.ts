import { type App, LocalBackend, TerraformOutput, TerraformStack, Testing } from 'cdktf';
import { LogCustomFields, ManagedRulesMigration, ZoneProvider, type ZoneProviderProps } from '../../lib';

/** An Enterprise zone of the emulator's default seed. */
export const ZONE = '023e105f4ecef8ad9ca31a8372d0c353';

/** A stack like a user's, with a provider. */
export function zoneStack(
  id = 'zone',
  props: ZoneProviderProps = {},
  app: App = Testing.app(),
): TerraformStack {
  const stack = new TerraformStack(app, id);
  new LocalBackend(stack, { path: 'terraform.tfstate' });
  new ZoneProvider(stack, 'provider', props);
  return stack;
}

/** A stack with the custom log fields of the zone. */
export function fieldsStack(
  cookies: readonly string[] = ['sid'],
  props: ZoneProviderProps = {},
): TerraformStack {
  const stack = zoneStack('zone', props);
  new LogCustomFields(stack, 'fields', { zoneId: ZONE, cookies });
  return stack;
}

/** A stack that finishes the zone's migration. */
export function finishedStack(): TerraformStack {
  const stack = zoneStack();
  new ManagedRulesMigration(stack, 'migration', {
    zoneId: ZONE,
    targetState: 'finished',
    acknowledgeIrreversible: ZONE,
  });
  return stack;
}

/** Two stacks, the second of which reads an output of the first. */
export function twoStacks(): { readonly app: App; readonly second: TerraformStack } {
  const app = Testing.app();
  const first = zoneStack('first', {}, app);
  const fields = new LogCustomFields(first, 'fields', { zoneId: ZONE, cookies: ['sid'] });
  const second = new TerraformStack(app, 'second');
  new TerraformOutput(second, 'ruleset', { value: fields.rulesetId });
  return { app, second };
}
