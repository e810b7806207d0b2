import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordPlan } from '../review/record-plan';
import { POLICY_SCENARIOS } from './plan-scenarios';

const FOLDER = join(process.cwd(), 'test', 'fixtures', 'policies');

/** Records the plans of `test/fixtures/policies` anew, or those that the arguments name. */
async function record(names: readonly string[]): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, scenario] of Object.entries(POLICY_SCENARIOS)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const file = join(FOLDER, `${name}.json`);
    const { shown } = await recordPlan(scenario);
    writeFileSync(file, `${JSON.stringify(shown, null, 2)}\n`);
    process.stdout.write(`${file}\n`);
  }
}

void record(process.argv.slice(2));
