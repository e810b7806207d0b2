import { stripVTControlCharacters } from 'node:util';
import { printable } from '../../../provider-shim/sdk/text';
import { headline } from '../report';
import { limitSentence } from '../limits';
import type { Change, Review, Wave } from '../model';
import { approvalLine, changeLine, migrationDetails, whereLine } from '../change-phrases';
import type { Phrase } from '../phrase';
import { VERBS } from '../sections';
import { isApproved, waveDetails, waveLine, waveName } from '../wave-phrases';
import { plain } from './terminal';

/** A test case of the report: it passes when it has no result. */
interface Case {
  readonly name: string;
  readonly result?: {
    readonly kind: 'failure' | 'error';
    readonly message: string;
    readonly lines: readonly string[];
  };
}

/**
 * The review as a JUnit report: a suite for each stack, with a case for each change, one for the waves of rollouts, and
 * one for the limits. A change that cannot be undone, a wave that ends without a recorded approval, a check that failed and a limit that is exceeded are failures; a plan that could not be
 * reviewed is an error.
 */
export function junitText(review: Review): string {
  const changes = byStack(review.changes);
  const checks = byStack(review.checks);
  const suites = [
    ...review.stacks.map(({ name }) => suite(name, stackCases(changes.get(name), checks.get(name)))),
    ...(review.waves.length > 0 ? [suite('waves', review.waves.map(waveCase))] : []),
    ...(review.limits.length > 0 ? [suite('limits', review.limits.map(limitCase))] : []),
    ...(review.errors.length > 0 ? [suite('not reviewed', errorCases(review))] : []),
  ];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${xml(`zonewright review: ${headline(review)}`)}">`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n');
}

function stackCases(changes: Review['changes'] = [], checks: Review['checks'] = []): readonly Case[] {
  const results = checks.filter(({ status }) => status !== 'unknown');
  const cases: readonly Case[] = [
    ...changes.map(changeCase),
    ...results.map(({ address, messages }): Case => {
      const [message = 'the check failed'] = messages;
      return { name: address, result: { kind: 'failure', message, lines: messages } };
    }),
  ];
  return cases.length > 0 ? cases : [{ name: 'no changes' }];
}

function changeCase(change: Change): Case {
  const name = `${change.address}: ${VERBS[change.kind]}`;
  if (change.migration?.irreversible !== true) return { name };
  const { migration } = change;
  const details: readonly Phrase[] = [
    ...approvalLine(migration),
    ...migrationDetails(migration),
    whereLine(change),
  ];
  return {
    name,
    result: { kind: 'failure', message: plain(changeLine(change)), lines: details.map(plain) },
  };
}

/** A wave fails when it takes zones to the end and no approval of that is recorded. */
function waveCase(wave: Wave): Case {
  const name = plain(waveName(wave));
  if (wave.zones.finish === 0 || isApproved(wave)) return { name };
  return {
    name,
    result: { kind: 'failure', message: plain(waveLine(wave)), lines: waveDetails(wave).map(plain) },
  };
}

function limitCase(limit: Review['limits'][number]): Case {
  const message = limitSentence(limit);
  const name = `--${limit.name}`;
  return limit.exceeded ? { name, result: { kind: 'failure', message, lines: [message] } } : { name };
}

function errorCases({ errors }: Review): readonly Case[] {
  return errors.map(({ plan, message, seen, allowed, hints }) => ({
    name: plan,
    result: { kind: 'error', message, lines: [...seen, ...allowed, ...hints] },
  }));
}

function suite(name: string, cases: readonly Case[]): string {
  const count = (kind: string): number => cases.filter(({ result }) => result?.kind === kind).length;
  const counts = `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}"`;
  return [
    `  <testsuite name="${xml(name)}" ${counts}>`,
    ...cases.flatMap((each) => caseLines(name, each)),
    '  </testsuite>',
  ].join('\n');
}

function caseLines(suiteName: string, { name, result }: Case): readonly string[] {
  const start = `    <testcase classname="${xml(suiteName)}" name="${xml(name)}"`;
  if (result === undefined) return [`${start}/>`];
  return [
    `${start}>`,
    `      <${result.kind} message="${xml(result.message)}">${xml(result.lines.join('\n'))}</${result.kind}>`,
    '    </testcase>',
  ];
}

/** A text in an XML attribute or element; what XML 1.0 cannot hold or a viewer would obey is shown as an escape. */
function xml(text: string): string {
  return printable(stripVTControlCharacters(text))
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"'\t\n]/g, (each) => `&#${each.charCodeAt(0)};`);
}

/** The items of each stack, in their order. */
function byStack<Item extends { readonly stack: string }>(
  items: readonly Item[],
): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const each of items) {
    const group = groups.get(each.stack);
    if (group) group.push(each);
    else groups.set(each.stack, [each]);
  }
  return groups;
}
