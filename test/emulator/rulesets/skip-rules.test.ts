import { createEmulator } from '../../../emulator';
import { caller } from '../client';
import {
  CORE,
  CORE_SCORE_RULE,
  MANAGED,
  MANAGED_ENTRY_POINT,
  MANAGED_RULE,
  SENSITIVE_DATA,
  execute,
  skip,
} from './managed-rules';

/** Of nothing that the emulator has. */
const UNKNOWN = 'f'.repeat(32);

/** Saves this rule before one that executes a managed ruleset; pointers are below `/rules/0`. */
async function save(rule: unknown) {
  const call = caller(createEmulator());
  const { status, body } = await call('PUT', MANAGED_ENTRY_POINT, { rules: [rule, execute(MANAGED)] });
  const pointers = body.errors.map((error) => error.source?.pointer?.replace('/rules/0', ''));
  return { status, pointers, codes: body.errors.map((error) => error.code), stored: body.result?.rules[0] };
}

describe('docs/internals/service.md 6.2: skip rules', () => {
  it.each<[string, unknown]>([
    ['all rules that follow', { ruleset: 'current' }],
    ['whole managed rulesets', { rulesets: [MANAGED, CORE] }],
    ['rules of managed rulesets', { rules: { [MANAGED]: [MANAGED_RULE], [CORE]: [CORE_SCORE_RULE] } }],
    [
      'whole managed rulesets and rules of others',
      { rulesets: [CORE], rules: { [MANAGED]: [MANAGED_RULE] } },
    ],
    ['all rules of a managed ruleset, by an empty list', { rules: { [MANAGED]: [] } }],
    [
      'phases, products and all rules that follow',
      { ruleset: 'current', phases: ['http_ratelimit'], products: ['waf', 'zoneLockdown'] },
    ],
    ['rules and phases', { rules: { [MANAGED]: [MANAGED_RULE] }, phases: ['http_request_sbfm'] }],
    ['products and the current phase', { products: ['bic'], phase: 'current' }],
    [
      'managed rulesets and rules that the emulator does not have',
      { rulesets: [UNKNOWN], rules: { ['e'.repeat(32)]: [UNKNOWN], [CORE]: [UNKNOWN] } },
    ],
  ])('skip %s', async (_name, parameters) => {
    const { status, stored } = await save(skip(parameters, { expression: 'http.host eq "a.example"' }));
    expect(status).toBe(200);
    expect(stored).toEqual({
      ...skip(parameters),
      expression: 'http.host eq "a.example"',
      id: stored.id,
      ref: stored.id,
      version: '1',
      description: '',
      enabled: true,
      logging: { enabled: true },
      last_updated: stored.last_updated,
    });
  });

  it.each<[string, unknown, string]>([
    ['a list', [], ''],
    ['null', null, ''],
    ['the current ruleset and whole ones', { ruleset: 'current', rulesets: [MANAGED] }, ''],
    ['the current ruleset and rules', { ruleset: 'current', rules: { [MANAGED]: [] } }, ''],
    ['whole rulesets and phases', { rulesets: [MANAGED], phases: ['http_ratelimit'] }, ''],
    ['a phase without products', { ruleset: 'current', phase: 'current' }, '/phase'],
    ['another phase than the current one', { products: ['waf'], phase: 'http_ratelimit' }, '/phase'],
    ['no phases', { phases: [] }, '/phases'],
    ['an unknown phase', { phases: ['http_unknown'] }, '/phases/0'],
    ['a phase twice', { phases: ['http_ratelimit', 'http_ratelimit'] }, '/phases/1'],
    ['an unknown product', { products: ['cache'] }, '/products/0'],
    ['another ruleset than the current one', { ruleset: MANAGED }, '/ruleset'],
    ['an unknown member', { ruleset: 'current', actions: ['log'] }, '/actions'],
    ['no rulesets', { rulesets: [] }, '/rulesets'],
    ['a ruleset of another phase', { rulesets: [SENSITIVE_DATA] }, '/rulesets/0'],
    ['a ruleset that is not an id', { rulesets: [MANAGED, 'x'] }, '/rulesets/1'],
    ['a ruleset twice', { rulesets: [MANAGED, MANAGED] }, '/rulesets/1'],
    ['rules that are a list', { rules: [MANAGED_RULE] }, '/rules'],
    ['rules of no ruleset', { rules: {} }, '/rules'],
    ['rules of a ruleset that is not an id', { rules: { x: [MANAGED_RULE] } }, '/rules/x'],
    ['a rule of another ruleset', { rules: { [MANAGED]: [CORE_SCORE_RULE] } }, `/rules/${MANAGED}/0`],
    ['a rule twice', { rules: { [MANAGED]: [MANAGED_RULE, MANAGED_RULE] } }, `/rules/${MANAGED}/1`],
  ])('cannot skip %s', async (_name, parameters, pointer) => {
    const { status, pointers } = await save(skip(parameters));
    expect([status, pointers]).toEqual([400, [`/action_parameters${pointer}`]]);
  });

  it('return the sent logging, which counts as a change of the rule', async () => {
    const call = caller(createEmulator());
    const { body } = await call('PUT', MANAGED_ENTRY_POINT, { rules: [skip({ ruleset: 'current' })] });
    const [first] = body.result.rules;
    const rules = [{ ...first, logging: { enabled: false } }];
    const [changed] = (await call('PUT', MANAGED_ENTRY_POINT, { rules })).body.result.rules;
    expect(changed).toEqual({ ...rules[0], version: '2', last_updated: changed.last_updated });
    const [same] = (await call('PUT', MANAGED_ENTRY_POINT, { rules: [changed] })).body.result.rules;
    expect(same).toEqual(changed);
  });

  it.each<[string, unknown, string]>([
    ['nothing', {}, '/enabled'],
    ['null', null, ''],
    ['enabled as a text', { enabled: 'yes' }, '/enabled'],
    ['an unknown member', { enabled: true, sample: 1 }, '/sample'],
  ])('refuse logging with %s', async (_name, logging, pointer) => {
    const { status, pointers } = await save(skip({ ruleset: 'current' }, { logging }));
    expect([status, pointers]).toEqual([400, [`/logging${pointer}`]]);
  });

  it.each<[string, Record<string, unknown>]>([
    ['absent', { expression: undefined }],
    ['empty', { expression: '' }],
    ['blank', { expression: ' \n' }],
  ])('refuse an expression that is %s with code 20125', async (_name, change) => {
    const { status, codes, pointers } = await save(skip({ ruleset: 'current' }, change));
    expect([status, codes, pointers]).toEqual([400, [20125], ['/expression']]);
  });
});
