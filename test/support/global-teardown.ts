import { removeTemporaryFolder } from './temporary-folder';

/** After all tests, however they ended. */
export default function globalTeardown(): void {
  removeTemporaryFolder();
}
