import type { ServicePart } from '../service/part';
import { ACCOUNT_OPERATIONS } from './account-operations';
import { verifyAccountToken, verifyUserToken } from './token-operations';
import { USER_OPERATIONS } from './user-operations';

/** Accounts, the user that the credentials act for, and the credentials themselves (docs/internals/service.md 9.3). */
export const ACCOUNTS: ServicePart = {
  operations: [...ACCOUNT_OPERATIONS, ...USER_OPERATIONS, verifyUserToken, verifyAccountToken],
};
