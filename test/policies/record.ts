import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { recordPlan } from '../review/record-plan';
import { writeRecorded } from '../review/write-recorded';
import { compiled } from './compile';
import { OPA } from './go-programs';
import { POLICY_SCENARIOS } from './plan-scenarios';
import { digestsOf } from './rego-sources';

const FIXTURES = join(process.cwd(), 'test', 'fixtures');

/** Compiles the policies into `test/fixtures/compiled-policies`. */
async function recordPolicies(): Promise<void> {
  const wasm = await compiled();
  writeFileSync(join(FIXTURES, 'compiled-policies', 'policy.wasm.gz'), gzipSync(wasm, { level: 9 }));
  await writeRecorded(join(FIXTURES, 'compiled-policies', 'recorded.json'), {
    opa: OPA.version,
    sources: digestsOf(join(process.cwd(), 'policy')),
  });
}

/** Records the plans of `test/fixtures/policies` with the engine. */
async function recordPlans(): Promise<void> {
  for (const [name, scenario] of Object.entries(POLICY_SCENARIOS))
    await writeRecorded(join(FIXTURES, 'policies', `${name}.json`), (await recordPlan(scenario)).shown);
}

/** `npm run record-policies`; with `plans`, the plans too. */
void recordPolicies().then(() => (process.argv.includes('plans') ? recordPlans() : undefined));
