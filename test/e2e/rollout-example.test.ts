import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { approvalsText, type WaveApproval } from '../../lib/rollout/wave-approvals';
import { DEFAULT_ZONE_ID, PROFESSIONAL_ZONE_ID, SECOND_ZONE_ID } from '../../emulator';
import { startService, type TestService, type Workspace } from '../support/workspace';
import { typescriptExample, type TypescriptExample } from './example-workspace';

/** The example of a rollout, run as its reader would: from the first approval to the wave that is held back. */

let service: TestService;
let example: TypescriptExample;

beforeAll(async () => {
  service = await startService({ settings: { finishSeconds: 60 } });
  example = typescriptExample(service, 'migration-rollout', {
    stacks: ['waf-canary', 'waf-rest'],
  });
});
afterAll(async () => {
  example.remove();
  await service.emulator.close();
});

const DIGEST = /Now: (sha256:[0-9a-f]{64})/;

/** The names of the zones in the example's inventory. */
const NAMES: Readonly<Record<string, string>> = {
  [DEFAULT_ZONE_ID]: 'example.com',
  [SECOND_ZONE_ID]: 'example.org',
  [PROFESSIONAL_ZONE_ID]: 'example.net',
};

function approve(digest: string): void {
  const wave = (name: string, ids: readonly string[]): WaveApproval => ({
    wave: name,
    target: 'finished',
    by: 'Ada',
    at: '2027-01-31T08:00:00Z',
    ticket: 'OPS-1',
    zones: Object.fromEntries(ids.map((id) => [id, { name: NAMES[id] ?? id, digest }])),
    leftOut: {},
  });
  const approvals = [wave('canary', [PROFESSIONAL_ZONE_ID]), wave('rest', [SECOND_ZONE_ID, DEFAULT_ZONE_ID])];
  writeFileSync(join(example.cwd, 'approvals.json'), approvalsText(approvals));
  example.synthesize();
}

/** What a plan prints, on one line. */
async function planned(workspace: Workspace, exitCode: number): Promise<string> {
  const { stdout, stderr, ...plan } = await workspace.plan({ out: 'wave.tfplan' });
  const text = `${stdout} ${stderr}`.replaceAll(/[\s│]+/g, ' ');
  expect({ exitCode: plan.exitCode, text }).toMatchObject({ exitCode });
  return text;
}

test('the first wave migrates as planned, and the next one waits until it has finished', async () => {
  approve(`sha256:${'0'.repeat(64)}`);
  const canary = await example.workspace({}, 'workspace', 'waf-canary');
  await canary.ready();
  approve(DIGEST.exec(await planned(canary, 1))?.[1] ?? '');
  await planned(canary, 2);
  expect(await canary.apply({ planFile: 'wave.tfplan' })).toMatchObject({ exitCode: 0 });

  const rest = await example.workspace({}, 'workspace', 'waf-rest');
  await rest.ready();
  expect(await planned(rest, 1)).toContain(
    'Still finishing in wave canary (1 of 1): example.net. Plan again when they have finished.',
  );
  await service.emulator.control.clock.advance(60_000);
  expect(await planned(rest, 2)).toContain('Plan: 3 to add, 0 to change, 0 to destroy.');
  await planned(canary, 0);
});
