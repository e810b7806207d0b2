import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { loadPolicySync } from '@open-policy-agent/opa-wasm';
import { inOrder, type Result, type Settings, type Verdict } from './verdict';

/** What the compiler of OPA made of the policies, and of which sources (`npm run record-policies`). */
export interface CompiledPolicies {
  /** The version of OPA. */
  readonly opa: string;
  /** The SHA-256 of each source. */
  readonly sources: Readonly<Record<string, string>>;
}

const FOLDER = join(__dirname, '..', 'fixtures', 'compiled-policies');

export const RECORDED = JSON.parse(readFileSync(join(FOLDER, 'recorded.json'), 'utf8')) as CompiledPolicies;

export const COMPILED = gunzipSync(readFileSync(join(FOLDER, 'policy.wasm.gz')));

/** The time of the evaluation. */
let now = new Date();

// Built-in functions that WebAssembly leaves to its host.
const policies = loadPolicySync(COMPILED, undefined, {
  'time.now_ns': () => now.getTime() * 1e6,
  'time.date': (nanoseconds: number) => {
    const day = new Date(nanoseconds / 1e6);
    return [day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDate()];
  },
  'urlquery.decode': (text: string) => decodeURIComponent(text.replaceAll('+', ' ')),
});

/** Evaluates the compiled policies on a plan. @param settings `zone_policies`. @default none */
export function judge(plan: unknown, settings?: Settings, at = new Date()): Verdict {
  now = at;
  policies.setData(settings === undefined ? {} : { zone_policies: settings });
  const results = (rule: string): readonly Result[] => {
    const [value] = policies.evaluate(plan, `main/${rule}`) as readonly {
      readonly result: readonly Result[];
    }[];
    if (value === undefined) throw new Error(`main.${rule} is undefined`);
    return inOrder(value.result);
  };
  return { deny: results('deny'), warn: results('warn') };
}
