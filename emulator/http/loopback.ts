import { createHash, timingSafeEqual } from 'node:crypto';
import { type Reply, jsonReply } from './reply';

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

const LOOPBACK_PEER = /^(?:::ffff:)?127\.|^::1$/;

/** Refuses a host that is not loopback, so that no web page can use a name that resolves to loopback. */
export function refusedHost(request: Request): Reply | undefined {
  const { hostname } = new URL(request.url);
  return LOOPBACK_NAMES.has(hostname) ? undefined : refusal(403, `the host ${hostname} is not loopback`);
}

/**
 * Refuses whoever may not control the emulator: other machines; pages of other origins, for which a browser would send
 * the token, too; and whoever lacks the token.
 *
 * @param token @default - none is needed
 */
export function refusedControl(request: Request, peer?: string, token?: string): Reply | undefined {
  if (peer !== undefined && !LOOPBACK_PEER.test(peer))
    return refusal(403, `the peer ${peer} is not this machine`);
  const origin = request.headers.get('origin');
  if (origin !== null && !(URL.canParse(origin) && new URL(origin).host === new URL(request.url).host))
    return refusal(403, `the origin ${origin} is not that of the emulator`);
  const host = refusedHost(request);
  if (host !== undefined || token === undefined || carries(request, token)) return host;
  // A page that is still open when the next emulator listens there would ask its reader every two seconds.
  const isOutdatedPage = request.headers.has('authorization') && request.headers.get('accept') === '*/*';
  return refusal(401, WITHOUT_TOKEN, isOutdatedPage ? {} : CHALLENGE);
}

/** RFC 7617: browsers then use the token of the link, and no other port of this machine gets it from them. */
const CHALLENGE = { 'www-authenticate': 'Basic realm="Zonewright emulator"' };

const WITHOUT_TOKEN =
  'the control token is missing or wrong; send what zonewright emulator prints, or controlToken of a started emulator, as password of any user, or to the control API as bearer token';

/** In the forms of the service and of the control API. */
function refusal(status: number, reason: string, headers?: Readonly<Record<string, string>>): Reply {
  const error = `The emulator refuses this: ${reason}.`;
  return jsonReply({ error, result: null, success: false, errors: [{ message: error }] }, status, headers);
}

function carries({ headers }: Request, token: string): boolean {
  const [, scheme, sent = ''] = /^(bearer|basic) +(\S+)$/i.exec(headers.get('authorization') ?? '') ?? [];
  const basic = Buffer.from(sent, 'base64').toString();
  const given = scheme?.toLowerCase() === 'basic' ? basic.slice(basic.indexOf(':') + 1) : sent;
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
