import type { JournalEntry } from '../../emulator';
import {
  CORE,
  finishedZone,
  held,
  MANAGED,
  resource,
  saved,
  SCANNER_RULE,
  service,
  useManagedZone,
  workspace,
  type Rules,
} from '../e2e/managed-zone';
import { runningPrograms } from '../e2e/running-programs';
import { hcl } from '../support/workspace';

/**
 * An apply of managed rules that is killed after any of its requests: all rules are saved with one request, so the next
 * apply finishes the job, and no rule is there twice or left behind.
 */
let onRequest: (entry: JournalEntry) => void = () => undefined;

useManagedZone('engine', [finishedZone('shop')], { onRequest: (entry) => onRequest(entry) });

const FIRST: Rules = {
  deployments: {
    cloudflare: { ruleset_id: MANAGED, overrides: { rules: { [SCANNER_RULE]: { action: 'log' } } } },
  },
  exceptions: { office: { expression: 'ssl', skip: 'remaining' } },
};
const SECOND: Rules = {
  deployments: {
    ...FIRST.deployments,
    owasp: { ruleset_id: CORE, core_rule_set: { paranoia_level: 1 } },
  },
  order: ['owasp', 'cloudflare'],
};

const configure = (given: Rules): void => workspace.write('main.tf', hcl(resource('main', given)));

/** Ends the engine and its providers at once after this request of the run, counted from 1. @returns whether it came */
async function killedAfter(
  request: number,
  run: (onStart: (pid: number) => void) => Promise<unknown>,
): Promise<boolean> {
  let engine: number | undefined;
  let seen = 0;
  onRequest = () => {
    seen += 1;
    if (seen !== request || engine === undefined) return;
    const children = runningPrograms().filter(({ parent }) => parent === engine);
    for (const pid of [engine, ...children.map((child) => child.pid)]) process.kill(pid, 'SIGKILL');
  };
  await run((pid) => (engine = pid));
  onRequest = () => undefined;
  return seen >= request;
}

async function finish(): Promise<void> {
  await workspace.applied({ args: ['-lock=false'] });
  expect((await workspace.plan({ args: ['-lock=false'] })).exitCode).toBe(0);
}

test('a creation', async () => {
  for (let request = 1; ; request += 1) {
    service.emulator.control.reset();
    workspace.write('terraform.tfstate', '');
    configure(FIRST);
    const isKilled = await killedAfter(request, (onStart) =>
      workspace.apply({ onStart, args: ['-lock=false'] }),
    );
    if (!isKilled) return expect(request).toBeGreaterThan(6);
    await finish();
    expect(saved()).toHaveLength(2);
    expect((await workspace.destroy({ args: ['-lock=false'] })).exitCode).toBe(0);
    expect(saved()).toEqual([]);
  }
});

test('a change', async () => {
  for (let request = 1; ; request += 1) {
    service.emulator.control.reset();
    workspace.write('terraform.tfstate', '');
    configure(FIRST);
    await finish();
    const before = held()?.rules[1]?.id;
    configure(SECOND);
    const isKilled = await killedAfter(request, (onStart) =>
      workspace.apply({ onStart, args: ['-lock=false'] }),
    );
    await finish();
    expect(held()?.rules.map(({ action_parameters: parameters }) => parameters?.['id'])).toEqual([
      CORE,
      MANAGED,
    ]);
    expect(held()?.rules[1]?.id).toBe(before);
    if (!isKilled) return expect(request).toBeGreaterThan(3);
  }
});

test('a destroy', async () => {
  for (let request = 1; ; request += 1) {
    service.emulator.control.reset();
    workspace.write('terraform.tfstate', '');
    configure(FIRST);
    await finish();
    const isKilled = await killedAfter(request, (onStart) =>
      workspace.destroy({ onStart, args: ['-lock=false'] }),
    );
    expect((await workspace.destroy({ args: ['-lock=false'] })).exitCode).toBe(0);
    expect(saved()).toEqual([]);
    if (!isKilled) return expect(request).toBeGreaterThan(2);
  }
});
