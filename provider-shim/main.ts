import { serve } from './plugin';

let close: (() => void) | undefined;

void serve({
  protocolVersion: 6,
  providerAddress: 'registry.terraform.io/zonewright/zone',
  runtime: { least: '20.18', variable: 'ZONEWRIGHT_NODE' },
  reattach: process.argv.includes('--debug'),
  handlers: (logger) => {
    // Lazy: a static import is evaluated at start-up.
    const { createZoneService } = require('./zone-service') as typeof import('./zone-service');
    const service = createZoneService(logger);
    close = service.close;
    return service.handlers;
  },
  onShutdown: () => close?.(),
});
