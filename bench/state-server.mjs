/** States on the engine's backend `http`, with locks (https://developer.hashicorp.com/terraform/language/backend/http). */
import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';

/** Starts a server with a state for each path. */
export async function startStateServer() {
  const [states, locks] = [new Map(), new Map()];
  let latencyMs = 0;
  const answer = (method, path, body) => {
    if (method === 'GET') return states.has(path) ? [200, states.get(path)] : [404, ''];
    if (method === 'LOCK' && locks.has(path)) return [423, locks.get(path)];
    if (method === 'LOCK') locks.set(path, body);
    if (method === 'UNLOCK') locks.delete(path);
    if (method === 'POST') states.set(path, body);
    return [200, ''];
  };
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    await setTimeout(latencyMs);
    const { pathname } = new URL(request.url, 'http://state');
    const [status, text] = answer(request.method, pathname, Buffer.concat(chunks));
    response.writeHead(status).end(text);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    /** Begins with no state, and delays every answer by this many milliseconds from then on. */
    begin: (delayMs) => {
      states.clear();
      latencyMs = delayMs;
    },
    /** The environment with which the engine keeps the state of a name here. */
    environment: (name) => {
      const address = `http://127.0.0.1:${server.address().port}/${name}`;
      return {
        TF_HTTP_ADDRESS: address,
        TF_HTTP_LOCK_ADDRESS: address,
        TF_HTTP_UNLOCK_ADDRESS: address,
      };
    },
    close: () => void server.close().closeAllConnections(),
  };
}
