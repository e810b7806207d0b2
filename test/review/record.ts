import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PLAN_SCENARIOS } from './plan-scenarios';
import { recordPlan } from './record-plan';

/** Records the plans of `test/fixtures/plans` anew, or those that the arguments name: `npm run record-plans`. */
async function record(names: readonly string[]): Promise<void> {
  const folder = join(process.cwd(), 'test', 'fixtures', 'plans');
  mkdirSync(folder, { recursive: true });
  for (const [name, scenario] of Object.entries(PLAN_SCENARIOS)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const file = join(folder, `${name}.json`);
    writeFileSync(file, `${JSON.stringify(await recordPlan(scenario), null, 2)}\n`);
    process.stdout.write(`${file}\n`);
  }
}

void record(process.argv.slice(2));
