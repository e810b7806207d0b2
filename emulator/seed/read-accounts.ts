import { readTimeText } from '../checks/read-values';
import type { Reader } from '../checks/reader';
import { STORED_OF_ACCOUNTS } from '../requests/parts';
import { type Account, type AccountType, ACCOUNT_TYPES, planOfAccount } from '../service/scope';
import { EMAIL_FORMAT } from '../service/credentials';
import type { DocumentIds } from '../service/document-ids';
import type { Service, SharedState } from '../service/service';
import { USUAL_CREATION } from '../service/zone';

/** A checked account of a seed. */
export interface CheckedAccount {
  readonly id?: string;
  readonly name: string;
  readonly type: AccountType;
  readonly createdOn: string;
  readonly abuseContactEmail: string | null;
  readonly enforcesTwoFactor: boolean;
  /** What each part of the service keeps for it. */
  readonly parts: readonly ((service: Service) => object)[];
}

/** The kind of ids among which those of accounts are unique. */
export const ACCOUNT_IDS = 'accounts';

/** Reads the accounts of a seed: at least one, because every zone belongs to one. */
export function readAccounts(
  reader: Reader,
  shared: SharedState,
  ids: DocumentIds,
): readonly CheckedAccount[] | undefined {
  const items = reader.items();
  if (items?.length === 0)
    return reader.refuse('it must have at least one account, which the zones belong to');
  return items?.flatMap((item) => readAccount(item, shared, ids) ?? []);
}

function readAccount(reader: Reader, shared: SharedState, ids: DocumentIds): CheckedAccount | undefined {
  const members = reader.members([
    'id',
    'name',
    'type',
    'created_on',
    'settings',
    ...STORED_OF_ACCOUNTS.map(({ member }) => member),
  ]);
  const id = ids.read(members?.optional('id'), ACCOUNT_IDS);
  const name = members?.required('name')?.matching(/\S/, 'a name that is not blank');
  const type = members?.optional('type')?.oneOf(ACCOUNT_TYPES) ?? 'enterprise';
  const createdOn = readTimeText(members?.optional('created_on')) ?? USUAL_CREATION;
  const sent = members?.optional('settings')?.members(['abuse_contact_email', 'enforce_twofactor']);
  const abuseContactEmail = readEmail(sent?.optional('abuse_contact_email'));
  const enforcesTwoFactor = sent?.optional('enforce_twofactor')?.boolean() ?? false;
  const context = {
    kind: 'account',
    plan: planOfAccount(type),
    shared,
    settings: shared.settings,
    ids,
  } as const;
  const parts = STORED_OF_ACCOUNTS.map((part) => part.read(members?.optional(part.member), context));
  if (name === undefined) return undefined;
  return { ...(id && { id }), name, type, createdOn, abuseContactEmail, enforcesTwoFactor, parts };
}

function readEmail(reader: Reader | undefined): string | null {
  if (reader === undefined || reader.value === null) return null;
  return reader.matching(EMAIL_FORMAT, 'an e-mail address') ?? null;
}

/** The account with the identifiers and times that its seed leaves out. */
export function storedAccount(service: Service, { id, parts, ...rest }: CheckedAccount): Account {
  const account: object = {
    kind: 'account',
    id: id ?? service.identifiers.next(),
    ...rest,
    plan: planOfAccount(rest.type),
  };
  // The parts together have every other member of an account.
  return Object.assign(account, ...parts.map((make) => make(service))) as Account;
}
