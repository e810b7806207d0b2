import { serve, type UnaryHandler } from './sdk/plugin';
// Opens the program before another build can replace it.
import './program';
import type { SchemaReplies } from './schema-reply';

/** What there is to do at the end, once the service is loaded. */
let close: (() => void) | undefined;

/** The engine starts a process for the schemas alone, which needs nothing of the service. */
const REPLIES: Readonly<Record<string, keyof SchemaReplies>> = {
  '/tfplugin6.Provider/GetProviderSchema': 'schema',
  '/tfplugin6.Provider/GetResourceIdentitySchemas': 'identities',
};

function prepared(path: string): UnaryHandler | undefined {
  const reply = REPLIES[path];
  if (reply === undefined) return undefined;
  return async () => {
    const { encodeSchemaReplies } = require('./schema-reply') as typeof import('./schema-reply');
    return encodeSchemaReplies()[reply];
  };
}

void serve({
  providerAddress: 'registry.terraform.io/zonewright/zone',
  runtime: { least: '20.18', variable: 'ZONEWRIGHT_NODE' },
  reattach: process.argv.includes('--debug'),
  prepared,
  handlers: (logger) => {
    // Lazy: a static import is evaluated at start-up.
    const { createZoneService } = require('./zone-service') as typeof import('./zone-service');
    const service = createZoneService(logger);
    const { storeCompiled } = require('./packed-code') as typeof import('./packed-code');
    close = () => {
      service.close();
      storeCompiled();
    };
    return service.handlers;
  },
  onShutdown: () => close?.(),
});
