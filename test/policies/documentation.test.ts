import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { POLICIES, recorded } from './case';
import { judge, RECORDED } from './compiled-policies';
import { CONFTEST } from './go-programs';
import { named } from './verdict';

const ROOT = join(__dirname, '..', '..');
const [, PAGE = ''] = readFileSync(join(ROOT, 'docs', 'guides', 'review.md'), 'utf8').split(
  '\n## Policies on plans\n',
);
const [, EXAMPLE = ''] = /```yaml\n([^]*?)```/.exec(PAGE) ?? [];

test('the example of the settings is understood, and passes a plan', () => {
  const { zone_policies: settings } = parse(EXAMPLE) as { readonly zone_policies: object };
  expect(named(judge(recorded('kept'), settings))).toEqual({
    deny: [],
    warn: ['known-losses zone_managed_rules_migration.approved'],
  });
});

test('the example has every setting, and the table every policy', () => {
  const { zone_policies: settings } = parse(EXAMPLE) as { readonly zone_policies: object };
  const [unknown] = judge(recorded('kept'), { ...settings, unknown: true }).deny;
  const [, names = ''] = /The settings are (.*)\.$/.exec(unknown?.msg ?? '') ?? [];
  expect(Object.keys(settings).sort()).toEqual(names.split(', '));
  const table = [...PAGE.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name);
  expect(table.sort()).toEqual([...POLICIES, 'max_delete', 'max_finish'].sort());
});

test('the versions are those that are tested', () => {
  const { current, 'before OPA 1.0': before } = CONFTEST;
  expect(PAGE).toContain(`conftest ${current.version} (OPA ${RECORDED.opa})`);
  expect(PAGE).toContain(`conftest ${before.version} (OPA`);
  expect(PAGE).toContain(`${current.module}@v${current.version}`);
});

test('the package contains the policies', () => {
  const { files } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    readonly files: readonly string[];
  };
  expect(files).toContain('policy');
});
