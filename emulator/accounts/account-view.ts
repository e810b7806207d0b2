import type { Account } from '../service/account';

/** An account as the service shows it (docs/service.md 9.3). */
export function accountView(account: Account): unknown {
  const { id, name, type, createdOn, abuseContactEmail, enforcesTwoFactor } = account;
  return {
    id,
    name,
    type,
    settings: { enforce_twofactor: enforcesTwoFactor, abuse_contact_email: abuseContactEmail },
    created_on: createdOn,
  };
}
