import { type App, LocalBackend, TerraformStack, Testing } from 'cdktf';
import { PROVIDER_PLATFORMS_CONTEXT, ZoneProvider } from '../../lib';

/** An app that places no provider on disk. */
export const testApp = (): App => Testing.app({ context: { [PROVIDER_PLATFORMS_CONTEXT]: [] } });

/** A stack with a state of its own and no provider. */
export function bare(app: App, id: string): TerraformStack {
  const stack = new TerraformStack(app, id);
  new LocalBackend(stack, { path: `${id}.tfstate` });
  return stack;
}

export function withProvider(app: App, id = 'logs'): TerraformStack {
  const stack = bare(app, id);
  new ZoneProvider(stack, 'zone');
  return stack;
}
