import type { AddressInfo, Server } from 'node:net';
import { endsWithTests } from './temporary-folder';

/** Lets a server of a test file listen on loopback until its tests have ended. @returns its port */
export async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endsWithTests(() => void server.close());
  return (server.address() as AddressInfo).port;
}
