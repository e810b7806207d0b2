import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { format } from 'prettier';
import { PLAN_SCENARIOS } from './plan-scenarios';
import { recordPlan } from './record-plan';

/** Records the plans of `test/fixtures/plans` anew, or those that the arguments name: `npm run record-plans`. */
async function record(names: readonly string[]): Promise<void> {
  const folder = join(process.cwd(), 'test', 'fixtures', 'plans');
  for (const [name, scenario] of Object.entries(PLAN_SCENARIOS)) {
    if (names.length > 0 && !names.includes(name)) continue;
    await writeRecorded(join(folder, `${name}.json`), await recordPlan(scenario));
  }
}

/** Writes what was recorded, in as few lines as can be read. */
async function writeRecorded(file: string, recorded: object): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, await format(JSON.stringify(recorded), { parser: 'json', printWidth: 110 }));
  process.stdout.write(`${file}\n`);
}

void record(process.argv.slice(2));
