import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blocks } from '../emulator/guide';
import { OpenFile } from '../support/language-service';

const file = new OpenFile('page.test.ts');

/** The compiler's errors for a user's file next to the package. */
function typeErrors(text: string): readonly string[] {
  file.write(`/// <reference types="jest" />\n${text}`);
  return file.errors().map(({ message }) => message);
}

const PAGES = ['constructs', 'pipelines', 'review', 'testing'].map((name) => `docs/guides/${name}.md`);

/** What the blocks refer to: everything that they import, and what the page has said before them. */
const AROUND = `
import { App, Aspects, HttpBackend, S3Backend, TerraformIterator, TerraformStack, TerraformVariable, Testing } from 'cdktf';
import { EphemeralVariable, LogCustomFields, LogDestination, LogpushDelivery, LogpushDestinationCheck, LogpushJob, DataLogpushJobHealth, ManagedRules, ManagedRuleset, ManagedRulesMigration, MigrationGate, readApprovals, Secret, ZoneProvider } from 'zonewright';
import { createWorkspace, type EmulatorProcess, problemsOf, startEmulatorProcess, synthesized, type Workspace } from 'zonewright/testing';
import 'zonewright/testing/jest';
import 'cdktf/lib/testing/adapters/jest';
import { LogDeliveryStack } from './examples/tested-stack/log-delivery-stack';
declare const app: App, zoneId: string, key: string, shop: App, variable: TerraformVariable, destination: LogDestination;
declare const stack: TerraformStack, previousVersion: TerraformStack, nextVersion: TerraformStack;
declare const finished: TerraformStack, job: LogpushJob, rules: ManagedRules;
`;

test('the TypeScript of the README and the guides compiles', () => {
  const snippets = ['README.md', ...PAGES].flatMap((page) => {
    const text = readFileSync(join(__dirname, '..', '..', page), 'utf8');
    return [...text.matchAll(/^```ts\n([^]*?)^```/gm)].map(([, block = '']) => block);
  });
  const bodies = snippets.map((block, index) => {
    const body = block.replaceAll(/^import [^]*?;\n/gm, '');
    return `export async function block${index}(): Promise<void> {\n${body}\n}`;
  });
  const unused = /is declared but|All imports in import/;
  expect(typeErrors([AROUND, ...bodies].join('\n')).filter((error) => !unused.test(error))).toEqual([]);
  expect(snippets.length).toBeGreaterThan(10);
});

test('the test file of docs/guides/emulator.md compiles', () => {
  expect(blocks('From a test suite', 'ts').map(typeErrors)).toEqual([[]]);
});
