import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { recordPlan } from '../review/record-plan';
import { compiled } from './compile';
import { OPA } from './go-programs';
import { POLICY_SCENARIOS } from './plan-scenarios';
import { digestsOf } from './rego-sources';

const FIXTURES = join(process.cwd(), 'test', 'fixtures');

/** Compiles the policies into `test/fixtures/compiled-policies`. */
async function recordPolicies(): Promise<void> {
  const wasm = await compiled();
  write('compiled-policies/policy.wasm.gz', gzipSync(wasm, { level: 9 }));
  write(
    'compiled-policies/recorded.json',
    json({ opa: OPA.version, sources: digestsOf(join(process.cwd(), 'policy')) }),
  );
}

/** Records the plans of `test/fixtures/policies` with the engine. */
async function recordPlans(): Promise<void> {
  for (const [name, scenario] of Object.entries(POLICY_SCENARIOS))
    write(`policies/${name}.json`, json((await recordPlan(scenario)).shown));
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function write(path: string, content: string | Buffer): void {
  const file = join(FIXTURES, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, content);
  process.stdout.write(`${file}\n`);
}

/** `npm run record-policies`; with `plans`, the plans too. */
void recordPolicies().then(() => (process.argv.includes('plans') ? recordPlans() : undefined));
