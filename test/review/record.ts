import { join } from 'node:path';
import { PLAN_SCENARIOS } from './plan-scenarios';
import { recordPlan } from './record-plan';
import { writeRecorded } from './write-recorded';

/** Records the plans of `test/fixtures/plans` anew, or those that the arguments name: `npm run record-plans`. */
async function record(names: readonly string[]): Promise<void> {
  const folder = join(process.cwd(), 'test', 'fixtures', 'plans');
  for (const [name, scenario] of Object.entries(PLAN_SCENARIOS)) {
    if (names.length > 0 && !names.includes(name)) continue;
    await writeRecorded(join(folder, `${name}.json`), await recordPlan(scenario));
  }
}

void record(process.argv.slice(2));
