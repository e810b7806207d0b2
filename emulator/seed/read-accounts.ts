import type { Reader } from '../checks/reader';
import { STORED_ACCOUNT_PARTS } from '../parts';
import type { Account } from '../service/account';
import { DocumentIds } from '../service/document-ids';
import type { Service } from '../service/service';

/** A checked account of a seed. */
export interface CheckedAccount {
  readonly id?: string;
  readonly name: string;
  /** What each part of the service keeps for it. */
  readonly parts: readonly ((service: Service) => Partial<Account>)[];
}

/** Reads the account of a seed, as a list of one. */
export function readAccounts(reader: Reader): readonly CheckedAccount[] | undefined {
  const items = reader.items();
  if (items === undefined) return undefined;
  if (items.length !== 1) return reader.refuse('it must have one account, which the zones belong to');
  const ids = new DocumentIds();
  return items.flatMap((item) => {
    const members = item.members(['id', 'name', ...STORED_ACCOUNT_PARTS.map(({ member }) => member)]);
    const id = ids.read(members?.optional('id'), 'accounts');
    const name = members?.required('name')?.matching(/\S/, 'a name that is not blank');
    const parts = STORED_ACCOUNT_PARTS.map((part) => part.read(members?.optional(part.member)));
    return name === undefined ? [] : [{ ...(id && { id }), name, parts }];
  });
}

/** The account with the identifiers and times that its seed leaves out. */
export function storedAccount(service: Service, { id, name, parts }: CheckedAccount): Account {
  const account: object = { id: id ?? service.identifiers.next(), name };
  // The parts together have every member of an account.
  return Object.assign(account, ...parts.map((make) => make(service))) as Account;
}
