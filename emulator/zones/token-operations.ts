import { identifierOf } from '../service/identifiers';
import { present } from '../checks/json';
import { type ApiToken, tokenStatus } from '../service/credentials';
import type { AccountOperation, Answer, CallerOperation, ServiceCall } from '../service/operation';
import { Refusal } from '../service/refusal';

/** Whether a token of a user is valid; a key is none (docs/internals/service.md 9.3). */
export const verifyUserToken: CallerOperation = {
  of: 'caller',
  withInactiveToken: true,
  name: 'user.tokens.verify',
  method: 'GET',
  path: '/user/tokens/verify',
  permission: 'none',
  run: (call) => verified(call, ({ ownedBy }) => ownedBy === undefined),
};

/** The same for a token that belongs to the account (docs/internals/service.md 9.3). */
export const verifyAccountToken: AccountOperation = {
  of: 'account',
  withInactiveToken: true,
  name: 'accounts.tokens.verify',
  method: 'GET',
  path: '/accounts/:account_id/tokens/verify',
  permission: 'none',
  run: (call) => verified(call, ({ ownedBy }) => ownedBy === call.scope.id),
};

/** @throws Refusal */
function verified({ service, caller }: ServiceCall, isOfOwner: (token: ApiToken) => boolean): Answer {
  if (caller.kind === 'key') throw noToken();
  const { token } = caller;
  if (!isOfOwner(token)) throw invalidToken();
  const time = (milliseconds: number | undefined): string | undefined =>
    milliseconds === undefined ? undefined : new Date(milliseconds).toISOString();
  const result = present({
    // Stable, and does not tell the token.
    id: identifierOf(token.token),
    status: tokenStatus(token, service.clock.now()),
    not_before: time(token.notBefore),
    expires_on: time(token.expiresOn),
  });
  return { kind: 'result', result };
}

// Published: codes and texts are publicly known (docs/internals/service.md 9.3), with the noted exception.

/** A token of an account where one of a user is expected, or the other way round. */
function invalidToken(): Refusal {
  return new Refusal({ status: 401, errors: [{ code: 1000, message: 'Invalid API Token' }] });
}

/** A key was sent; the status is the emulator's. */
function noToken(): Refusal {
  return new Refusal({ status: 400, errors: [{ code: 1001, message: 'Missing "Authorization" header' }] });
}
