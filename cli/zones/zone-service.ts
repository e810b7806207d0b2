import { packageVersion } from '../../lib/provider/package-root';
import { openService, type AdoptionService } from '../../provider-shim/zone-reader';
import { printable } from '../../provider-shim/sdk/text';
import { CommandFailure } from '../terminal/failure';
import type { Terminal } from '../terminal/terminal';

/**
 * Connects to the service that the environment names. Waits for the service's limit are notes on the terminal.
 *
 * @throws CommandFailure if the environment has no usable address or credentials
 */
export function connectedService(
  env: NodeJS.ProcessEnv,
  { err, colors, progress }: Terminal,
): AdoptionService {
  const service = openService({
    environment: env,
    version: packageVersion(),
    folder: process.cwd(),
    onWait: (message) => {
      progress?.('');
      err(colors.dim(printable(message)));
    },
  });
  if (!Array.isArray(service)) return service as AdoptionService;
  const [first] = service;
  throw new CommandFailure({
    code: first?.code ?? 'environment',
    message: 'the service cannot be used',
    seen: service.map(({ message }) => message),
    allowed: [
      'ZONEWRIGHT_BASE_URL with ZONEWRIGHT_API_TOKEN, or with ZONEWRIGHT_EMAIL and ZONEWRIGHT_API_KEY',
    ],
    hints: ['set the variables; to try it without an account: zonewright emulator'],
  });
}
