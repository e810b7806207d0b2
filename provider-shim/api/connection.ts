import type { Dispatcher } from 'undici';
import { createDispatcher, type DispatcherSetup } from './dispatcher';
import type { ClientSettings } from './options';

/** The dispatcher of one client, made when it is first needed. */
export interface Connection {
  readonly open: () => Promise<DispatcherSetup>;
  /** Closes the connections of this client; an injected dispatcher belongs to its creator. */
  readonly close: () => Promise<void>;
  /** Closes them when the requests under way are answered. A request that comes later opens new ones. */
  readonly release: () => Promise<void>;
}

export function createConnection(settings: ClientSettings): Connection {
  if (settings.dispatcher !== undefined) return injected(settings.dispatcher);
  let opened: Promise<DispatcherSetup> | undefined;
  return {
    open() {
      opened ??= createDispatcher({
        origin: settings.baseUrl.origin,
        connections: settings.pacing.maxConcurrent,
        environment: settings.environment,
      });
      return opened;
    },
    async close() {
      const setup = await opened;
      if (setup?.type === 'ready') await setup.dispatcher.destroy();
    },
    async release() {
      const released = opened;
      opened = undefined;
      const setup = await released;
      if (setup?.type === 'ready') await setup.dispatcher.close();
    },
  };
}

function injected(dispatcher: Dispatcher): Connection {
  return {
    open: () => Promise.resolve({ type: 'ready', dispatcher }),
    close: () => Promise.resolve(),
    release: () => Promise.resolve(),
  };
}
