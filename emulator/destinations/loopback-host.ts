import { isIPv4 } from 'node:net';

/** Whether a host, as `URL.hostname` writes it, is this machine. Names below `localhost` are (RFC 6761). */
export function isLoopbackHost(hostname: string): boolean {
  if (isIPv4(hostname)) return hostname.startsWith('127.');
  return hostname === '[::1]' || hostname === 'localhost' || hostname.endsWith('.localhost');
}
