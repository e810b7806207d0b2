/**
 * Whether a host, as `URL.hostname` spells it, is this machine: 127.0.0.0/8, ::1, `localhost` or a name under it
 * (RFC 6761, section 6.3). `URL` has already turned forms such as `127.1` or `0x7f000001` into four numbers.
 */
export function isLoopback(hostname: string): boolean {
  return (
    /^127(\.\d{1,3}){3}$/.test(hostname) ||
    hostname === '[::1]' ||
    hostname === 'localhost' ||
    hostname.endsWith('.localhost')
  );
}
