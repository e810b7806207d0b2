import connect from 'undici/lib/api/api-connect.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';
import { Pool } from './undici';

/** The parts of undici that go through a proxy: loaded only where the environment names one. */
export { ProxyAgent };

/** Makes the connections to the proxy. The pool alone has no CONNECT method: undici's entry point adds it. */
export function proxyConnections(origin: URL, options: object): Pool {
  const pool = new Pool(origin, options);
  return Object.assign(pool, {
    connect: (tunnel: object) =>
      connect.call(pool, tunnel).catch((error: NodeJS.ErrnoException) => {
        const { code = '', message } = error;
        if (/CERT|UNABLE_TO/.test(code)) throw Object.assign(new Error(message), { code: 'UND_ERR_PRX_TLS' });
        // For these codes, undici would make one connection after the other, without end.
        throw /^UND_ERR_(SOCKET|INFO)$/.test(code) ? new Error('the proxy closed the connection') : error;
      }),
  });
}
