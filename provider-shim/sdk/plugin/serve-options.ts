import type { Handler, UnaryHandler } from './grpc/routes';
import type { Logger } from './log';
import type { Host } from './host/host';

export type Handlers = ReadonlyMap<string, Handler>;

export interface ServeOptions {
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

/** What a plugin needs of Node.js. */
interface RuntimeDemand {
  /** The oldest version that will do, such as `20.18`. */
  readonly least: string;
  /**
   * The variable of the environment by which the start script of the plugin runs another program than the `node` on the
   * PATH. @default - none
   */
  readonly variable?: string;
}

type Runtime = Pick<Host, 'node' | 'environment'>;

/** Which Node.js this is and who chose it: `Node.js 20.18.1 (/usr/bin/node, the "node" on the PATH)`. */
export function runtimeText({ node, environment }: Runtime, { variable }: RuntimeDemand): string {
  const chosen =
    variable !== undefined && environment[variable] ? `named by ${variable}` : 'the "node" on the PATH';
  return `Node.js ${node.version} (${node.path}, ${chosen})`;
}

/** Why this Node.js will not do, for people; undefined when it will. */
export function runtimeProblem(host: Runtime, address: string, demand: RuntimeDemand): string | undefined {
  const { least, variable } = demand;
  if (!isOlder(host.node.version, least)) return undefined;
  return (
    `The provider ${address} needs Node.js ${least} or newer, but was started with ` +
    `${runtimeText(host, demand)}. Install a newer one${variable === undefined ? '' : `, or set ${variable} to its path`}.`
  );
}

function isOlder(version: string, least: string): boolean {
  const [ours, theirs] = [version, least].map((text) => text.split('.').map(Number));
  for (const [index, part] of (theirs ?? []).entries()) {
    const difference = (ours?.[index] ?? 0) - part;
    if (difference !== 0) return difference < 0;
  }
  return false;
}
