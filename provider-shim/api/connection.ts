import type { Dispatcher } from 'undici';
import { createDispatcher, type DispatcherSetup } from './dispatcher';
import type { ClientSettings } from './options';

/** The dispatcher of one client, made when it is first needed. */
export interface Connection {
  /** Runs an exchange, for which the connections stay open until it has ended. */
  readonly use: <T>(exchange: (setup: DispatcherSetup) => Promise<T>) => Promise<T>;
  /** Closes the connections of this client; an injected dispatcher belongs to its creator. */
  readonly close: () => Promise<void>;
  /** From now on closes them as soon as no exchange uses them. An exchange that comes later opens its own. */
  readonly release: () => void;
}

export function createConnection(settings: ClientSettings): Connection {
  if (settings.dispatcher !== undefined) return injected(settings.dispatcher);
  let opened: Promise<DispatcherSetup> | undefined;
  let underWay = 0;
  let isReleased = false;

  const close = async (): Promise<void> => {
    const setup = await opened;
    if (setup?.type === 'ready') await setup.dispatcher.destroy();
  };
  const closeIfUnused = (): void => {
    if (!isReleased || underWay > 0) return;
    void close();
    opened = undefined;
  };

  return {
    async use(exchange) {
      underWay += 1;
      opened ??= createDispatcher({
        origin: settings.baseUrl.origin,
        connections: settings.pacing.maxConcurrent,
        environment: settings.environment,
      });
      try {
        return await exchange(await opened);
      } finally {
        underWay -= 1;
        closeIfUnused();
      }
    },
    close,
    release() {
      isReleased = true;
      closeIfUnused();
    },
  };
}

function injected(dispatcher: Dispatcher): Connection {
  return {
    use: (exchange) => exchange({ type: 'ready', dispatcher }),
    close: () => Promise.resolve(),
    release: () => undefined,
  };
}
