const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

const LOOPBACK_PEER = /^(?:::ffff:)?127\.|^::1$/;

/**
 * Why a control request is refused: only this machine may control the emulator. The Host header is checked so that no
 * web page can use a name that resolves to loopback, the Origin so that none can post to it.
 */
export function refusedAsForeign(request: Request, peer: string | undefined): string | undefined {
  if (peer !== undefined && !LOOPBACK_PEER.test(peer)) return `the peer ${peer} is not this machine`;
  const { hostname } = new URL(request.url);
  if (!LOOPBACK_NAMES.has(hostname)) return `the host ${hostname} is not loopback`;
  const origin = request.headers.get('origin');
  if (origin !== null && !isLoopbackOrigin(origin)) return `the origin ${origin} is not loopback`;
  return undefined;
}

function isLoopbackOrigin(origin: string): boolean {
  return URL.canParse(origin) && LOOPBACK_NAMES.has(new URL(origin).hostname);
}
