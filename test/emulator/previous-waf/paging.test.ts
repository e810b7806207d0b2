import { createEmulator } from '../../../emulator';
import { caller } from '../client';

const RULES = '/firewall/rules';

async function withRules(count: number) {
  const call = caller(createEmulator());
  const rules = Array.from({ length: count }, (_, index) => ({
    action: 'log',
    filter: { expression: `rule ${index}` },
  }));
  await call('POST', RULES, rules);
  return call;
}

describe('docs/service.md 7.7: pages of a list', () => {
  it.each([
    ['', 0, 25, { page: 1, per_page: 25, count: 25, total_count: 120, total_pages: 5 }],
    ['?page=5', 100, 20, { page: 5, per_page: 25, count: 20, total_count: 120, total_pages: 5 }],
    ['?page=6', 0, 0, { page: 6, per_page: 25, count: 0, total_count: 120, total_pages: 5 }],
    ['?per_page=100', 0, 100, { page: 1, per_page: 100, count: 100, total_count: 120, total_pages: 2 }],
    ['?per_page=5&page=24', 115, 5, { page: 24, per_page: 5, count: 5, total_count: 120, total_pages: 24 }],
    [
      '?page=999999999',
      0,
      0,
      { page: 999_999_999, per_page: 25, count: 0, total_count: 120, total_pages: 5 },
    ],
  ])('%s', async (query, first, count, info) => {
    const { status, body } = await (await withRules(120))('GET', RULES + query);
    const expressions = (body.result as { filter: { expression: string } }[]).map(
      ({ filter }) => filter.expression,
    );
    expect(status).toBe(200);
    expect(expressions).toEqual(Array.from({ length: count }, (_, index) => `rule ${first + index}`));
    expect(body.result_info).toEqual(info);
  });

  it.each([
    '?page=0',
    '?page=-1',
    '?page=1.0',
    '?page=',
    '?page=1e3',
    '?page=9999999999',
    '?per_page=4',
    '?per_page=101',
    '?per_page=all',
    '?per_page=%205',
  ])('refuses %s', async (query) => {
    const call = caller(createEmulator());
    for (const path of [
      RULES,
      '/filters',
      '/pagerules',
      '/firewall/waf/overrides',
      '/firewall/waf/packages',
      '/firewall/waf/packages/1e334934fd7ae32ad705667f8c1057aa/groups',
      '/firewall/waf/packages/1e334934fd7ae32ad705667f8c1057aa/rules',
    ])
      expect((await call('GET', path + query)).status).toBe(400);
  });
});
