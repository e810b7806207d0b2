import { Lazy, type TerraformStack, TerraformVariable, Testing } from 'cdktf';
import {
  LogCustomFields,
  ManagedRules,
  ManagedRulesMigration,
  ManagedRuleset,
  ZoneProvider,
} from '../../lib';
import { OTHER_ZONE, ZONE, zoneStack } from './logpush-stack';
import { testStack, validationErrors } from './synth';

type Declare = (stack: TerraformStack, id: string, zoneId: string) => unknown;
const rules = [{ name: 'owasp', execute: { rulesetId: ManagedRuleset.OWASP } }];
const KINDS: readonly (readonly [kind: string, Declare, what: string, hint: string])[] = [
  [
    'LogCustomFields',
    (stack, id, zoneId) => new LogCustomFields(stack, id, { zoneId, cookies: ['a'] }),
    `The custom log fields of zone ${ZONE} are`,
    'A zone has one list of them. Keep one LogCustomFields and add to it, e.g. with addRequestHeader.',
  ],
  [
    'ManagedRules',
    (stack, id, zoneId) => new ManagedRules(stack, id, { zoneId, rules }),
    `The managed rules of zone ${ZONE} are`,
    'A zone has one list of them, or one for each owner, with others: "keep". Keep one ManagedRules, or give each its own owner; after a rename, use moveFromId.',
  ],
  [
    'ManagedRulesMigration',
    (stack, id, zoneId) => new ManagedRulesMigration(stack, id, { zoneId, targetState: 'validation' }),
    `The migration of zone ${ZONE} is`,
    'A zone has one. Keep one ManagedRulesMigration, with the target state and all adjustments.',
  ],
];

describe.each(KINDS)('a zone declared by two %s', (_kind, declare, what, hint) => {
  const twice = (one: string, other: string): string =>
    `[${one}] zoneId: ${what} declared by ${one} and by ${other}. ${hint}`;
  const API = 'https://api.example.com/client/v4';

  /** What is wrong with each of two stacks that declare a zone. */
  function twoStacks(zoneId: string, baseUrl: string): readonly (readonly string[])[] {
    const app = Testing.app();
    const stacks = ['a', 'b'].map((id) => testStack(id, app));
    stacks.forEach((stack, index) => {
      new ZoneProvider(stack, 'zone', { baseUrl: index === 0 ? API : baseUrl });
      declare(stack, 'it', index === 0 ? ZONE : zoneId);
    });
    return stacks.map(validationErrors);
  }

  test.each([
    ['one, literal', () => ZONE, [twice('stack/other', 'stack/one')]],
    ['one, a Lazy', () => Lazy.stringValue({ produce: () => ZONE }), [twice('stack/other', 'stack/one')]],
    ['one, tokens', (stack: TerraformStack) => new TerraformVariable(stack, 'zone_id', {}).stringValue, []],
  ])('in one stack is an error of the later one if it is certain: %s', (_case, zoneOf, expected) => {
    const stack = zoneStack();
    const zoneId = zoneOf(stack);
    for (const id of ['one', 'other']) declare(stack, id, zoneId);
    expect(validationErrors(stack)).toEqual(expected);
  });

  test.each([
    ['the same', ZONE, API, [[twice('a/it', 'b/it')], [twice('b/it', 'a/it')]]],
    ['other zones', OTHER_ZONE, API, [[], []]],
    ['the same at another service', ZONE, 'http://127.0.0.1:8080/client/v4', [[], []]],
  ])('in two stacks is an error in both: %s', (_case, zoneId, baseUrl, expected) => {
    expect(twoStacks(zoneId, baseUrl)).toEqual(expected);
  });
});
