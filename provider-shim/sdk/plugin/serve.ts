import { reasonOf } from '../text';
import type { CallReport, CallServices } from './grpc/call';
import { hostServices, type Route, type Router } from './grpc/routes';
import type * as GrpcServerModule from './grpc/server';
import type { Security, SessionWatcher } from './grpc/server';
import { Status } from './grpc/status';
import { type Cancel, type Host, type Environment, processHost } from './host/host';
import { listen, type Endpoint } from './listen';
import { levelFrom, createLogger, type Logger, createRedaction } from './log';
import { runtimeProblem, runtimeText, type Handlers, type Served, type ServeOptions } from './serve-options';
import { createCertificate, readCertificate } from './security/certificate';

/** go-plugin: "HandshakeConfig"; the value is Terraform's and OpenTofu's. It is no secret. */
const COOKIE_KEY = 'TF_PLUGIN_MAGIC_COOKIE';
const COOKIE_VALUE = 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2';

/** go-plugin: "CoreProtocolVersion". */
const CORE_PROTOCOL = 1;

/** The major version of the plugin protocol that the handlers speak. */
const PROTOCOL = 6;

/** A refusal is sent instead of the handshake line, the only text that the engine shows. */
type Negotiation =
  | { readonly kind: 'agreed'; readonly clientCertificate: string | undefined }
  | { readonly kind: 'refused'; readonly audience: 'person' | 'engine'; readonly message: string };

/** Decides from the environment whether an engine started the program, and one that speaks our protocol. */
export function negotiate(environment: Environment, address: string): Negotiation {
  if (environment[COOKIE_KEY] !== COOKIE_VALUE) {
    return { kind: 'refused', audience: 'person', message: startedByHand(address) };
  }
  const offered = (environment['PLUGIN_PROTOCOL_VERSIONS'] ?? '')
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '');
  // An engine that offers nothing reads our version in the line and says itself what it makes of it.
  if (offered.length > 0 && !offered.includes(String(PROTOCOL))) {
    return { kind: 'refused', audience: 'engine', message: wrongVersion(address, offered) };
  }
  return { kind: 'agreed', clientCertificate: environment['PLUGIN_CLIENT_CERT'] || undefined };
}

/**
 * go-plugin: CORE|APP|NETWORK|ADDRESS|PROTOCOL|CERTIFICATE, the certificate as base64 without padding.
 *
 * @param certificate DER of the server's; none means plaintext
 */
function handshakeLine({ address }: Pick<Endpoint, 'address'>, certificate: Uint8Array | undefined): string {
  const encoded = Buffer.from(certificate ?? []).toString('base64');
  return [CORE_PROTOCOL, PROTOCOL, 'unix', address, 'grpc', encoded.replace(/=+$/, '')].join('|');
}

/** A text that the engine shows as "Unrecognized remote plugin message": it must not look like the line. */
export function refusalLine(message: string): string {
  return message.replace(/\s+/g, ' ').replaceAll('|', '/').trim();
}

const startedByHand = (
  address: string,
): string => `This program is the Terraform and OpenTofu provider ${address}.
It is started by terraform or tofu, and does nothing by hand.
Add the provider to the required_providers of a configuration, then run terraform init and terraform plan.
`;

const wrongVersion = (address: string, offered: readonly string[]): string =>
  `The provider ${address} speaks plugin protocol ${PROTOCOL}; this engine offers ${offered.join(', ')}. ` +
  'Use Terraform 1.0 or newer, or OpenTofu.';

/** The engine keeps up to 100 lines of a crash, and tears lines at 64 KiB. */
const LINES = 90;
const LINE_LENGTH = 8 * 1024;

/** Conventional for an uncaught panic. */
const CRASH_EXIT_CODE = 2;

/** `panic: ` at the start of a line makes the engine show what follows to the user (go-plugin: "logStderr"). */
function crashText(error: unknown, runtime: string): string {
  const text = error instanceof Error ? (error.stack ?? String(error)) : String(error);
  const lines = text.split('\n').slice(0, LINES);
  return `panic: ${lines.map((line) => line.slice(0, LINE_LENGTH)).join('\n')}\nIt ran with ${runtime}.\n`;
}

/** Signal numbers of POSIX; a process that a signal ends reports 128 more. */
const SIGNALS = { SIGHUP: 1, SIGQUIT: 3, SIGTERM: 15 } as const;

/**
 * Serves a plugin to the engine that started this process, and ends the process when the engine is done with
 * it. Resolves when the plugin can be reached; when it refuses to serve, says why and exits with 1.
 */
export async function serve(options: ServeOptions, host: Host = processHost()): Promise<Served | undefined> {
  const { environment, now } = host;
  const redaction = createRedaction();
  const logger = createLogger({ least: levelFrom(environment), redaction, now, write: host.complain });
  const refuse = (audience: 'person' | 'engine', message: string): undefined => {
    if (audience === 'person') host.complain(message);
    else host.print(refusalLine(message));
    host.exit(1);
  };
  host.closeStdout();
  host.onCrash((error) => {
    host.complain(redaction.apply(crashText(error, runtimeText(host, options.runtime))));
    host.exit(CRASH_EXIT_CODE);
  });

  const reattach = options.reattach === true;
  const negotiation = reattach
    ? ({ kind: 'agreed', clientCertificate: undefined } as const)
    : negotiate(environment, options.providerAddress);
  if (negotiation.kind === 'refused') return refuse(negotiation.audience, negotiation.message);
  const problem = runtimeProblem(host, options.providerAddress, options.runtime);
  if (problem !== undefined) return refuse(reattach ? 'person' : 'engine', `${problem}\n`);
  try {
    const security = secure(negotiation.clientCertificate);
    return await open(options, host, { reattach, security, logger, redact: redaction.apply });
  } catch (error) {
    const { variable } = options.runtime;
    const message =
      `The provider ${options.providerAddress} could not start: ${reasonOf(error)}. It ran with ` +
      `${runtimeText(host, options.runtime)}${variable === undefined ? '' : `; set ${variable} to run it with another`}.\n`;
    return refuse(reattach ? 'person' : 'engine', redaction.apply(message));
  }
}

/** Mutual TLS when the engine sent its certificate; plaintext otherwise (`TF_DISABLE_PLUGIN_TLS`). */
function secure(clientCertificate: string | undefined): Security | undefined {
  if (clientCertificate === undefined) return undefined;
  return { certificate: createCertificate(), client: readCertificate(clientCertificate) };
}

interface Terms {
  readonly reattach: boolean;
  readonly security: Security | undefined;
  readonly logger: Logger;
  readonly redact: (text: string) => string;
}

async function open(options: ServeOptions, host: Host, terms: Terms): Promise<Served> {
  const { reattach, security, logger, redact } = terms;
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGQUIT'] as const)
    host.onSignal(signal, () => host.exit(128 + SIGNALS[signal]));
  // Ctrl-C goes to the whole process group; the engine then asks us to stop, and shuts us down in the end.
  host.onSignal('SIGINT', reattach ? () => host.exit(0) : () => undefined);
  const endpoint = await listen(host.environment);
  host.onExit(endpoint.close);
  const done = reattach ? (): void => undefined : (): void => host.exit(0);
  const sessions = reattach ? UNWATCHED : watchEngine(host, done);
  // Nobody reads the line: the engine ended before this process knew whose child it is.
  if (!announce(options, host, terms, endpoint)) done();

  // HTTP/2 and TLS take as long to load as all the rest; the engine meanwhile reads the line and connects.
  // Lazy: a static import would delay the handshake.
  const { createGrpcServer } = require('./grpc/server') as typeof GrpcServerModule;
  const services: CallServices = {
    route: router(options, host, logger, done),
    redact,
    report: reporter(logger),
  };
  const refused = (reason: string): void => logger.log('warn', 'connection refused', { reason });
  const server = createGrpcServer(security, services, { ...sessions, refused });
  endpoint.accept(server.accept);
  const stop = (): void => {
    endpoint.close();
    server.disconnect();
  };
  return { address: endpoint.address, stop };
}

/** Answers whether there is anybody to read it. */
function announce(
  { providerAddress }: ServeOptions,
  host: Host,
  { reattach, security }: Terms,
  endpoint: Endpoint,
): boolean {
  if (reattach) {
    host.complain(REATTACH_HINT);
    return host.print(reattachLine(providerAddress, host.pid, endpoint));
  }
  return host.print(handshakeLine(endpoint, security?.certificate.der));
}

const UNWATCHED = { opened: (): void => undefined, closed: (): void => undefined };

/** Host services first: they need no handlers, so a process that is only shut down never loads them. */
function router(options: ServeOptions, host: Host, logger: Logger, shutdown: () => void): Router {
  const fixed = hostServices(host.after, shutdown, options.onShutdown);
  const load = async (): Promise<Handlers> => options.handlers(logger);
  let handlers: Promise<Handlers> | undefined;
  return async (path): Promise<Route | undefined> => {
    const known = fixed.get(path);
    if (known !== undefined) return known;
    const prepared = options.prepared?.(path);
    if (prepared !== undefined) return { kind: 'answered', handle: prepared };
    handlers ??= load();
    const handle = (await handlers).get(path);
    return handle && { kind: 'answered', handle };
  };
}

function reporter(logger: Logger): (report: CallReport) => void {
  return ({ path, status, message, requestBytes, replyBytes }) => {
    if (status === Status.OK) {
      logger.log('trace', 'call answered', () => ({
        path,
        request_bytes: requestBytes,
        reply_bytes: replyBytes,
      }));
    } else {
      logger.log('error', 'call failed', () => ({
        path,
        status,
        error: message,
        request_bytes: requestBytes,
      }));
    }
  };
}

/**
 * The variable that makes an engine use a provider that is already running. `Test` keeps the engine from
 * ending it.
 */
function reattachLine(providerAddress: string, pid: number, { address }: Pick<Endpoint, 'address'>): string {
  const config = {
    Protocol: 'grpc',
    ProtocolVersion: PROTOCOL,
    Pid: pid,
    Test: true,
    Addr: { Network: 'unix', String: address },
  };
  return `TF_REATTACH_PROVIDERS='${JSON.stringify({ [providerAddress]: config })}'`;
}

const REATTACH_HINT =
  'The provider is running; stop it with Ctrl-C. Set this variable where you run terraform or tofu:\n';

/** The engine that started us connects within milliseconds, and itself waits 60 s for the handshake. */
const NOBODY_CAME = 60_000;

/** Between one connection and the next; an engine that was killed never comes back. */
const NOBODY_LEFT = 1_500;

/** How often to check whether the engine is still there. */
const CHECK_INTERVAL = 1_000;

/**
 * Calls `orphaned` when nobody connects, when the last connection is gone, or when the process that started this one
 * has ended: an engine that is killed leaves no one to end this process. It may die before it connects, and the end of
 * a connection that is not whole yet is told by nothing; so its process is watched, and not its connections alone.
 */
export function watchEngine(
  { after, parent }: Pick<Host, 'after' | 'parent'>,
  orphaned: () => void,
): Omit<SessionWatcher, 'refused'> {
  const engine = parent();
  let open = 0;
  let cancel: Cancel = after(NOBODY_CAME, orphaned);
  const check = (): void => {
    // Whoever loses its parent gets another one.
    if (parent() === engine) after(CHECK_INTERVAL, check);
    else after(NOBODY_LEFT, orphaned);
  };
  after(CHECK_INTERVAL, check);
  return {
    opened: () => {
      open++;
      cancel();
    },
    closed: () => {
      open--;
      if (open > 0) return;
      cancel();
      cancel = after(NOBODY_LEFT, orphaned);
    },
  };
}
