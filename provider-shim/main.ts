import { serve, type UnaryHandler } from './plugin';

/** What there is to do at the end, once the service is loaded. */
let close: (() => void) | undefined;

const schemaReply: UnaryHandler = async () => {
  const packed = require('./packed-schema-reply') as typeof import('./packed-schema-reply');
  return packed.schemaReply();
};

void serve({
  protocolVersion: 6,
  providerAddress: 'registry.terraform.io/zonewright/zone',
  runtime: { least: '20.18', variable: 'ZONEWRIGHT_NODE' },
  reattach: process.argv.includes('--debug'),
  // The engine starts a process for the schema alone, which needs nothing of the service.
  prepared: (path) => (path === '/tfplugin6.Provider/GetProviderSchema' ? schemaReply : undefined),
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
