import * as fc from 'fast-check';
import { readConfiguration } from '../../../../provider-shim/resources/migration/previous-waf';
import {
  digestOf,
  savedRule,
  savedRules,
  type SavedRule,
  type ServiceRule,
} from '../../../../provider-shim/resources/rules/rule';
import { failureOf, page, refuse, scriptedService, type Reply } from '../../api/scripted-service';
import { entryPoint, EXCEPTION, executing, RULESETS } from './rules-of-service';

const [SET = ''] = RULESETS;
const RULE: ServiceRule = executing(SET);
const SAVED: SavedRule = {
  action: 'execute',
  expression: 'true',
  description: '',
  enabled: true,
  action_parameters: `{"id":"${SET}"}`,
};

test.each<readonly [string, object, SavedRule]>([
  ['as it is', RULE, SAVED],
  ['identity', { ...RULE, id: 'x', version: '3', ref: 'x', last_updated: '2026-01-01T00:00:00Z' }, SAVED],
  ['the version that is executed', executing(SET, { version: 'latest' }), SAVED],
  [
    'but with a version that is pinned',
    executing(SET, { version: '180' }),
    { ...SAVED, action_parameters: `{"id":"${SET}","version":"180"}` },
  ],
  ['members that are null', executing(SET, { overrides: null, matched_data: undefined }), SAVED],
  ['no parameters at all', { ...RULE, action_parameters: undefined }, { ...SAVED, action_parameters: '{}' }],
  [
    'the order of members, at every depth',
    executing(SET, { overrides: { rules: [{ id: 'r', enabled: true, action: 'log' }], categories: [] } }),
    {
      ...SAVED,
      action_parameters: `{"id":"${SET}","overrides":{"categories":[],"rules":[{"action":"log","enabled":true,"id":"r"}]}}`,
    },
  ],
  [
    'logging of an exception that is on, as by default',
    { ...EXCEPTION, logging: { enabled: true } },
    { ...EXCEPTION, action_parameters: '{"ruleset":"current"}' } as SavedRule,
  ],
  [
    'but with the logging of an exception that is off',
    { ...EXCEPTION, logging: { enabled: false } },
    { ...EXCEPTION, action_parameters: '{"logging":{"enabled":false},"ruleset":"current"}' } as SavedRule,
  ],
  [
    'but with a version that is no execution',
    { ...EXCEPTION, action_parameters: { ruleset: 'current', version: '1' } },
    { ...EXCEPTION, action_parameters: '{"ruleset":"current","version":"1"}' } as SavedRule,
  ],
])('a rule is stored without the additions of the service: %s', (_case, rule, expected) => {
  expect(savedRule(rule as ServiceRule)).toEqual(expected);
});

describe('the digest of rules', () => {
  test('is a comparable text, and depends only on the rules', () => {
    expect(digestOf([])).toBe('sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945');
    expect(digestOf([SAVED])).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  test('does not depend on versions or on the order of members', () => {
    const numbered = fc.record({
      id: fc.constantFrom('', 'f'.repeat(32)),
      version: fc.constantFrom('', '1', '17'),
      ref: fc.string(),
      last_updated: fc.string(),
    });
    fc.assert(
      fc.property(entryPoint, numbered, (rules, numbers) => {
        const answered = rules.map((rule) => {
          const { action_parameters: parameters, ...rest } = rule;
          const backwards = Object.fromEntries(Object.entries(parameters ?? {}).reverse());
          return {
            ...numbers,
            action_parameters: { ...backwards, ...(rule.action === 'execute' ? { version: 'latest' } : {}) },
            ...(rule.action === 'skip' ? { logging: { enabled: true } } : {}),
            ...rest,
          };
        });
        expect(digestOf(savedRules(answered))).toBe(digestOf(savedRules(rules)));
      }),
    );
  });
});

async function read(reply: Reply): Promise<unknown> {
  const service = await scriptedService(reply);
  const { signal } = new AbortController();
  return readConfiguration(service.client({ maxRetries: 0 }), 'z', signal);
}

test.each<readonly [string, Reply, string]>([
  ['several', refuse(409, [{ message: 'overrides' }, { message: 'rules' }]), 'overrides; rules'],
  ['only that it does not exist', refuse(404, [{ code: 1, message: 'none' }]), 'none'],
])('a missing generated configuration is a result, with %s', async (_case, reply, because) => {
  expect(await read(reply)).toEqual({ available: false, because });
});

test('a refusal without a message is reported as it is', async () => {
  expect(await read(refuse(400, []))).toEqual({
    available: false,
    because: expect.stringMatching(/^GET \/zones\/z\/waf_migration\/config: .*status 400/),
  });
});

test.each<readonly [string, Reply, string]>([
  ['a zone that does not exist', refuse(404, [{ code: 7003, message: 'Could not route' }]), 'invalid'],
  ['credentials that are not known', refuse(401, []), 'authentication'],
  ['credentials that may not look', refuse(403, []), 'authorization'],
  ['too many requests', refuse(429, []), 'rate-limited'],
  ['an outage', page(502, 'Bad gateway'), 'unavailable'],
  ['an address of another program', page(404, 'Not found'), 'malformed-answer'],
])('%s is not a missing configuration', async (_case, reply, kind) => {
  expect(await failureOf(read(reply))).toMatchObject({ kind });
});
