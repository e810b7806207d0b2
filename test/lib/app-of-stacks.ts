import { type App, type TerraformStack, Testing } from 'cdktf';
import { PROVIDER_PLATFORMS_CONTEXT } from '../../lib';
import { zoneStack } from './logpush-stack';
import { testStack } from './synth';

/** An app that places no provider on disk. */
export const testApp = (): App => Testing.app({ context: { [PROVIDER_PLATFORMS_CONTEXT]: [] } });

/** A stack without a provider. */
export const bare = (app: App, id: string): TerraformStack => testStack(id, app);

export const withProvider = (app: App, id = 'logs'): TerraformStack => zoneStack(id, app);
