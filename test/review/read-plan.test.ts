import { createColors } from 'picocolors';
import { renderProblem } from '../../cli/terminal/failure';
import { recorded } from '../support/printed';
import { htmlText } from '../../cli/review/html-page';
import { markdownText } from '../../cli/review/formats';
import { createCodec } from '../../provider-shim/sdk/protocol';
import { readPlan, readSavedPlan } from '../../cli/review/read-plan';
import { reviewReport } from '../../cli/review/report';
import { reviewPlans } from '../../cli/review/review-plans';
import { inputOf, recordedPlan, rowAt } from './recorded-plans';
import { zipSync } from 'fflate';

const plan = recordedPlan('no-change').shown;
const change = { address: 'a.b', type: 'a', provider_name: 'p', change: { actions: ['create'] } };

const ONE = { actions: ['update', 1] };
const planOf = (name: string, listed: unknown): string => JSON.stringify({ ...plan, [name]: [listed] });
const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

const REFUSED: readonly (readonly [string, string])[] = [
  ['an empty file', ' \n'],
  ['text', 'Plan: 1 to add'],
  ['a wrapper that left no plan', '[command]/opt/terraform-bin show -json tfplan\n::debug::exitcode: 1\n'],
  ['a list', '[]'],
  ['null', 'null'],
  ['any object', '{}'],
  ['a plan that is cut off', JSON.stringify(plan).slice(0, 200)],
  ['a plan that is nested too deeply', JSON.stringify(plan).replace('{', `{"x":${nested(500)},`)],
  ['a state', JSON.stringify(recordedPlan('state').shown)],
  ['an empty state', '{"format_version":"1.0"}'],
  ['a state file', '{"version":4,"serial":1,"lineage":"x","resources":[]}'],
  ['a plan that failed', JSON.stringify(recordedPlan('errored').shown)],
  ['another major version', JSON.stringify({ ...plan, format_version: '2.0' })],
  ['a version that is no text', JSON.stringify({ ...plan, format_version: 1 })],
  ['the log of plan -json', '{"@level":"info","@message":"x"}\n{"@level":"info"}'],
  ['one line of that log', '{"@level":"info","@message":"x"}'],
  ['a configuration', '{"format_version":"1.0","root_module":{}}'],
  ...['resource_changes', 'checks', 'action_invocations'].map((name): readonly [string, string] => [
    `${name} that are no list`,
    JSON.stringify({ ...plan, [name]: name }),
  ]),
  ['a state with checks', '{"format_version":"1.0","terraform_version":"1.9.0","checks":[]}'],
  [
    'an object of nine members',
    JSON.stringify(Object.fromEntries([...'abcdefghi'].map((name) => [name, 1]))),
  ],
  ['a change that is no object', planOf('resource_changes', 1)],
  ['a change of nothing', planOf('resource_changes', { ...change, change: null })],
  ['a change without actions', planOf('resource_changes', { ...change, change: {} })],
  ['an action that is a number', planOf('resource_drift', { ...change, change: ONE })],
  ['a deferred change of nothing', planOf('deferred_changes', {})],
  ...['address', 'type', 'provider_name', 'change'].map((name): readonly [string, string] => [
    `a change whose ${name} is a number`,
    planOf('resource_changes', { ...change, [name]: 1 }),
  ]),
];

test('what is no plan is refused, with what was seen and what to do', () => {
  const told = REFUSED.map(([what, text]) => {
    const { problem = { code: '', message: '', hints: [] } } = readPlan(text);
    // What is wrong with JSON, each version of Node.js says in its own words.
    const lines = renderProblem(problem, createColors(false)).map((line) =>
      line.replace(/(seen: +)(Un|Ex).*/, '$1WHY'),
    );
    return [`${what}: ${problem.code}`, ...lines, ''].join('\n');
  }).join('\n');
  expect(told).toBe(recorded('refused-plans.txt', told));
});

test.each(['1.0', '1.2', '1.99'])('format version %s is read, with unknown members', (format_version) => {
  const later = { ...plan, format_version, action_invocations: [{}] };
  expect(readPlan(JSON.stringify(later)).problem).toBeUndefined();
});

test.each([
  ['a value that is nested as deeply as a plan may be', JSON.parse(nested(490)) as unknown],
  ['a text in JSON that is nested more deeply', nested(50_000)],
])('%s is reviewed', (_case, value) => {
  const update = { actions: ['update'], before: { filter: '[]' }, after: { filter: value } };
  const resource = { ...change, address: 'zone_logpush_job.deep', type: 'zone_logpush_job', change: update };
  const deep = { ...plan, resource_changes: [resource] };
  const reviewed = reviewPlans([inputOf(deep, 'deep')], []);
  const report = reviewReport(reviewed);
  expect(JSON.stringify(reviewed) + markdownText(report) + htmlText(report)).toContain('deep');
  expect(rowAt(reviewed, 'zone_logpush_job.deep').details).toEqual(
    expect.arrayContaining([expect.stringMatching(/^filter: /)]),
  );
});

test.each<readonly [string, (json: string) => string]>([
  ['a command before it', (json) => `[command]/opt/terraform-bin show -json tfplan\n${json}\n`],
  ['a banner without an end of line', (json) => `{x} Terraform 1.11.4 ${json}\n`],
  ['debug lines after it', (json) => `${json}\r\n::debug::stdout: ${json}%0A\n::debug::exitcode: 0\n`],
  ['itself once more', (json) => `${json}\n${json}\n`],
])('a plan that a wrapper of the engine printed with %s is read', (_case, printed) => {
  expect(readPlan(printed(JSON.stringify(plan)))).toEqual({ plan });
});

test('a plan cut off anywhere is refused, never read in part', () => {
  const text = JSON.stringify(recordedPlan('migrations').shown);
  for (let length = 1; length < text.length; length += 997) {
    expect(readPlan(text.slice(0, length)).problem).toBeDefined();
  }
});

/** test/e2e/proof.test.ts reads those of the engine. */
describe('a saved plan', () => {
  test.each([
    ['no zip', Buffer.from('{}')],
    ['another zip', Buffer.from(zipSync({ other: Buffer.from('a') }))],
    ['one that OpenTofu has encrypted', Buffer.from(zipSync({ tfplan: Buffer.from('{"meta":{}}') }))],
  ])('that cannot be read says nothing: %s', (_what, content) => {
    expect(readSavedPlan(content)).toBeUndefined();
  });

  test('has what the provider noted of proofs, also of what a replacement left over', () => {
    const [address, at, timestamp] = ['zone_logpush_job.a', '2026-01-31T07:08:09Z', '2026-01-31T07:00:00Z'];
    const { encode } = createCodec({
      Plan: { changes: [3, 'Change', 'repeated'], timestamp: [21, 'string', 'optional'] },
      Change: { deposed: [7, 'string'], private: [10, 'bytes'], address: [13, 'string'] },
    });
    const changes = [
      ['', 'validated'],
      ['k', 'proven'],
      ['l', 'of later'],
      ['m', 'unsupported'],
    ].map(([deposed, outcome]) => ({
      ...{ address, deposed, private: Buffer.from(JSON.stringify({ 'plan:proof': { outcome, at } })) },
    }));
    const others = { ...changes[0], address: 'a.b', private: Buffer.from('{') };
    const content = encode('Plan', { changes: [...changes, others], timestamp } as never);
    const { proofs = new Map(), ...more } = readSavedPlan(zipSync({ tfplan: content })) ?? {};
    expect([more, [...proofs.keys()]]).toEqual([{ timestamp }, [address, `${address} k`, `${address} m`]]);
    const job = { ...change, address, type: 'zone_logpush_job', change: { actions: ['update'] } };
    const gone = ['k', 'm'].map((deposed) => ({ ...job, deposed, change: { actions: ['delete'] } }));
    const input = { ...inputOf({ ...plan, resource_changes: [job, ...gone] }, 'a'), proofs };
    const { rows } = reviewPlans([input], []);
    expect(rows.map(({ counted_as: marks, details }) => [...marks, details[1]])).toEqual([
      ['destroys', 'unproven', 'not proven: the service cannot be asked about it'],
      ['destroys', 'proven: the service accepted it at 2026-01-31 07:08 UTC'],
      ['changes', 'validated: the service accepted its destination and options at 2026-01-31 07:08 UTC'],
    ]);
  });
});
