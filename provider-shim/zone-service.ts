import { createProviderService } from './sdk/framework';
import type { Handlers, Logger } from './sdk/plugin';
import { bindService } from './sdk/protocol';
import { createZoneProvider } from './zone-provider';

/** The package's version, which the build writes in place. */
declare const ZONEWRIGHT_VERSION: string;

/** The provider's calls, by gRPC path, and what follows the last of them. */
export interface ZoneService {
  readonly handlers: Handlers;
  readonly close: () => void;
}

/** Loaded at the first call; the handshake does not wait for any of it. */
export function createZoneService(logger: Logger): ZoneService {
  const provider = createZoneProvider({
    environment: process.env,
    folder: process.cwd(),
    version: ZONEWRIGHT_VERSION,
  });
  const service = createProviderService(provider, logger.log, logger.redact);
  return { handlers: bindService(service), close: service.close };
}
