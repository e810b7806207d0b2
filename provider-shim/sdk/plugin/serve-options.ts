import type { Handler, UnaryHandler } from './grpc/routes';
import type { Logger } from './log/logger';
import type { RuntimeDemand } from './runtime';

export type Handlers = ReadonlyMap<string, Handler>;

export interface ServeOptions {
  /** The major version of the plugin protocol that the handlers speak. */
  readonly protocolVersion: 6;
  /** The required Node.js, so that the message about a failed start can say what to set. */
  readonly runtime: RuntimeDemand;
  /** E.g. `registry.terraform.io/namespace/type`; for messages and for the reattach line. */
  readonly providerAddress: string;
  /**
   * Makes the handlers, by gRPC path such as `/package.Service/Method`. Called once, at the first call, so that
   * loading them does not delay the handshake. If it fails, every call fails with its message.
   */
  readonly handlers: (logger: Logger) => Handlers | Promise<Handlers>;
  /** A handler that answers without the others, which are not loaded for it. @default - none */
  readonly prepared?: (path: string) => UnaryHandler | undefined;
  /** Called when the engine asks this process to end, before the answer; not when the engine just disappears. */
  readonly onShutdown?: () => void;
  /** Called when the process is about to end; what takes longer than a second is not waited for. */
  readonly onStop?: () => void | Promise<void>;
  /**
   * For debugging: started by hand, prints the `TF_REATTACH_PROVIDERS` line, speaks plaintext, outlives the
   * engine and ends with Ctrl-C. @default false
   */
  readonly reattach?: boolean;
}

/** A plugin that can be reached. */
export interface Served {
  /** Path of the socket. */
  readonly address: string;
  /** Closes all connections and removes the socket; the process continues. */
  readonly stop: () => void;
}
