import { removeTemporaryFolder } from './temporary-folder';

/** After all tests, passed or failed; a run that is interrupted leaves its folder. */
export default function globalTeardown(): void {
  removeTemporaryFolder();
}
