import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export { temporaryFolder } from '../../support/temporary-folder';

/** Writes an executable shell script (or not executable, with another mode). */
export function fakeProgram(path: string, script: string, mode = 0o755): string {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, mode);
  return path;
}

/** A script that answers `version` as an engine does. */
export function engineScript(product: 'Terraform' | 'OpenTofu', version: string): string {
  return `if [ "$2" = -json ]; then echo '{"provider_selections":{}}'; exit; fi
echo '${product} v${version}'\necho 'on linux_amd64'`;
}
