/** `npm run record-states`: records the states of this release, in `test/fixtures/states/VERSION`. */
import { join } from 'node:path';
import { packageVersion } from '../../lib/provider/package-root';
import { recordStates, STATE_SETS } from './record-states';

async function record(): Promise<void> {
  const release = join(process.cwd(), 'test', 'fixtures', 'states', packageVersion());
  for (const set of STATE_SETS) await recordStates(release, set);
  process.stdout.write(`${release}\n`);
}

void record();
