/** `npm run record-states`: records the states of this release, in `test/fixtures/states/VERSION`. */
import { join } from 'node:path';
import { packageVersion } from '../../lib/provider/package-root';
import { recordStates } from './record-states';

const folder = join(process.cwd(), 'test', 'fixtures', 'states', packageVersion());
void recordStates(folder).then(() => process.stdout.write(`${folder}\n`));
