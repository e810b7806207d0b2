import type { ServerResponse } from 'node:http';
import type { Reply } from './reply';

/** Sends a reply over its connection, or does to the connection what the reply stands for. */
export function send({ status, headers, body, outcome }: Reply, outgoing: ServerResponse): void {
  switch (outcome) {
    case 'connection-cut':
      outgoing.socket?.destroy();
      return;
    case 'truncated-body':
      outgoing.writeHead(status, { ...headers });
      outgoing.write(body ?? '', () => outgoing.socket?.destroySoon());
      return;
    case undefined:
      if (body === null) outgoing.writeHead(status, { ...headers }).end();
      else outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
  }
}
