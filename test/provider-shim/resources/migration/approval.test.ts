import { approvalOf, refusalOfApproval } from '../../../../provider-shim/resources/migration/approval';
import { digestOf, savedRules, type ServiceRule } from '../../../../provider-shim/resources/rules/rule';
import type { Losses } from '../../../../provider-shim/resources/migration/previous-waf';
import { formatApproval, parseApproval } from '../../../../schema';

type Step = Parameters<typeof refusalOfApproval>[0];

const ZONE = 'a'.repeat(32);
const rule = {
  ...{ id: '', ref: '', version: '', action: 'execute', expression: 'true', description: '', enabled: true },
  action_parameters: { id: 'b' },
};
const override = {
  id: 'c'.repeat(32),
  description: 'login',
  urls: ['example.com/login'],
  body: { urls: ['example.com/login'] },
};
const NOTHING: Losses = { known: [], unknownBecause: null };

/** A step from validation to the end, or as changed. */
function step(
  change: Partial<{
    state: string;
    target: string;
    zoneId: string;
    rules: readonly ServiceRule[];
    there: readonly ServiceRule[];
    adjustments: object;
    deletions: unknown;
    deletesOnly: boolean;
    losses: Losses;
    approved: string | null;
  }> = {},
): Step {
  const {
    state = 'start',
    target = 'finished',
    zoneId = ZONE,
    rules = [rule],
    there = [],
    deletions = [override],
    ...more
  } = change;
  const [shown, saved] = [savedRules(rules), savedRules(there)];
  return {
    zone: 'example.com',
    zoneName: 'example.com',
    inputs: { zoneId, target, approved: more.approved ?? null, adjustments: more.adjustments ?? {} },
    transition: {
      ...{ rules, shown, digest: digestOf(shown), saves: true, saved, savedDigest: digestOf(saved) },
      status: { state, word: state },
      base: { deletions, deletesOnly: more.deletesOnly ?? false, skippedBecause: [] },
    },
    losses: more.losses ?? NOTHING,
  } as unknown as Step;
}

async function approved(...change: Parameters<typeof step>): Promise<string> {
  const { inputs, transition, losses } = step(...change);
  return formatApproval(await approvalOf(inputs, transition, losses));
}

test('an approval still fits when the rules that it replaces are gone', async () => {
  const text = await approved({ there: [{ ...rule, expression: 'ssl' }] });
  expect(text).toMatch(new RegExp(`^v1/finished/${ZONE}/[0-9a-f]{32}\\+[0-9a-f]{32}/none/[0-9a-f]{32}$`));
  expect(formatApproval(parseApproval(text) as never)).toBe(text);
  expect(await refusalOfApproval(step({ approved: text, there: [rule] }))).toBeUndefined();
});

const other = (more: object): Parameters<typeof step>[0] => ({ rules: [{ ...rule, ...more }] });
const saves = (rules: string): string => `The step saves other rules: ${rules}.`;
const lost = (known: Losses['known'], unknownBecause: string | null): Losses => ({ known, unknownBecause });

test.each<readonly [string, Parameters<typeof step>[0], string]>([
  ['a rule', other({ enabled: false }), saves('disabled: execute {"id":"b"} everywhere')],
  [
    'the order of rules',
    { rules: [rule, { ...rule, description: 'x' }] },
    saves('execute {"id":"b"} everywhere; execute {"id":"b"} everywhere'),
  ],
  [
    'a version',
    other({ action_parameters: { id: 'b', version: '35' } }),
    saves('execute {"id":"b","version":"35"} everywhere'),
  ],
  ['logging', other({ logging: { enabled: false } }), saves('execute {"id":"b"} everywhere')],
  [
    'a member that no plan shows',
    other({ ratelimit: { period: 10 } }),
    saves('execute {"id":"b"} everywhere'),
  ],
  [
    'no rules',
    { deletesOnly: true },
    'It approves rules, and the service generates none until the URI-based overrides are deleted.',
  ],
  ['the step', { target: 'validation' }, 'It approves finished, and this step is validation.'],
  [
    'what it replaces',
    { there: [{ ...rule, expression: 'ssl' }] },
    'The step replaces rules, which nobody has approved: execute {"id":"b"} where ssl.',
  ],
  [
    'a loss',
    { losses: lost([{ kind: 'a', id: 'b', mode: 'off', description: 'it was off' }] as never, null) },
    'The step loses other settings: it was off.',
  ],
  ['unknown losses', { losses: lost([], 'no') }, 'Not all that is lost can be read now: no.'],
  [
    'an override',
    { deletions: [{ ...override, body: { urls: [] } }] },
    `The step deletes URI-based overrides that are not approved: ${override.id} for example.com/login (login).`,
  ],
])('an approval is refused when %s differs', async (_what, change, says) => {
  const refusal = await refusalOfApproval(step({ ...change, approved: await approved() }));
  expect(refusal?.code).toBe('approval_does_not_match');
  expect(refusal?.hint?.split('\n')).toContain(`  - ${says}`);
  const row = /^\{.*\}$/m.exec(refusal?.hint ?? '')?.[0];
  const { approved_digest: now } = JSON.parse(row ?? '{}') as { approved_digest?: string };
  expect(now).toBe(await approved(change));
  expect(await refusalOfApproval(step({ ...change, approved: now ?? null }))).toBeUndefined();
});

test('what the service numbers is not approved, nor the order of members', async () => {
  const { action, ...rest } = {
    ...rule,
    id: 'd',
    ref: 'd',
    version: '2',
    last_updated: '2027-01-31T07:00:00Z',
  };
  const approval = await approved();
  expect(await refusalOfApproval(step({ approved: approval, rules: [{ ...rest, action }] }))).toBeUndefined();
});

test('the command is named only where no adjustments are declared: it knows of none', async () => {
  const hint = async (adjustments: object) => (await refusalOfApproval(step({ adjustments })))?.hint;
  expect(await hint({})).toContain(
    `run npx zonewright migration approve ${ZONE} --for finished, or let this be the row`,
  );
  expect(await hint({ b: { rules: {} } })).not.toContain('migration approve');
});

test('what was unknown when it was approved, and is known now, is refused', async () => {
  const text = await approved({ losses: { known: [], unknownBecause: 'no permission' } });
  expect(await refusalOfApproval(step({ approved: text }))).toMatchObject({
    hint: expect.stringContaining('The step loses other settings: none.') as unknown,
  });
});

test('an approval still fits when the service lists what is lost in another order', async () => {
  const losses = ['b', 'c'].map((id) => ({ kind: 'a', id, mode: 'off', description: id })) as never[];
  expect(await approved({ losses: lost(losses, null) })).toBe(
    await approved({ losses: lost(losses.toReversed(), null) }),
  );
});

test('equal rules of two zones have different digests', async () => {
  const [one, other] = await Promise.all([approved(), approved({ zoneId: 'd'.repeat(32) })]);
  expect(parseApproval(one)?.rules).not.toBe(parseApproval(other)?.rules);
});
