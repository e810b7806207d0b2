import type { Cached } from '../engine/release';
import type { Terminal } from '../terminal/terminal';

/** Downloads the pinned release and shows the progress on a terminal. */
export function fetchShown(terminal: Terminal): (wanted: Cached) => Promise<string> {
  return async (wanted) => {
    // Loaded here, since the HTTP client takes longer to load than the rest of the look-up.
    const { fetchRelease } = await import('../engine/fetch-release.js');
    const { keepCertificatesChecked, connectionsTo, proxyFor } =
      await import('../../provider-shim/zone-reader/index.js');
    const ignored = keepCertificatesChecked(process.env);
    if (ignored) terminal.err(`${ignored.message} ${ignored.hint}`);
    const proxyOf = (origin: string | URL) => proxyFor(new URL(origin), process.env);
    const proxy = proxyOf(wanted.release.baseUrl);
    const through = typeof proxy === 'object' ? `, through the proxy ${proxy.shown}` : '';
    const what = `downloading OpenTofu ${wanted.release.version} for ${wanted.platform}`;
    terminal.err(`${what}, once, into ${wanted.cacheFolder}${through}`);
    const { progress } = terminal;
    const amount = (received: number, total: number | undefined): string => {
      const read = `  ${(received / 1e6).toFixed(1)}`;
      if (total === undefined) return `${read} MB`;
      return `${read} of ${(total / 1e6).toFixed(1)} MB, ${Math.floor((100 * received) / total)} %`;
    };
    const program = await fetchRelease({
      ...wanted,
      connections: (origin, options) => connectionsTo(String(origin), proxyOf(origin), options),
      ...(progress ? { onProgress: (received, total) => progress(amount(received, total)) } : {}),
    }).finally(() => progress?.(''));
    terminal.err('its SHA-256 matches the published one');
    return program;
  };
}
