import connect from 'undici/lib/api/api-connect.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';
import { Pool } from './undici';

/** The parts of undici that go through a proxy: loaded only where the environment names one. */
export { ProxyAgent };

/** Makes the connections to the proxy. The pool alone has no CONNECT method: undici's entry point adds it. */
export function proxyConnections(origin: URL, options: object): Pool {
  return Object.assign(new Pool(origin, options), { connect });
}
