import type { MigrationGateProps } from '../../lib';
import { equivalentRules } from './equivalent-rules';
import {
  inTheWay,
  incompatible,
  notAcknowledged,
  notAllowed,
  notApproved,
  notGenerated,
  nothingApproved,
} from './gate-messages';
import {
  failures,
  gates,
  service,
  states,
  useGatedZones,
  workspace,
  writers,
  type Gates,
} from './gated-zones';
import { bypass, uriOverride, zoneIdOf, zoneText } from './migrating-zones';

/**
 * Gates on the engine: each condition holds back on its own, what is let through is carried out as it was approved, and
 * a gate whose migration has reached its target holds nothing back. The tests build on each other.
 */

const OVERRIDES = { uri_overrides: [uriOverride('6'), uriOverride('7')] };
const LONG = bypass('f', { expression: 'http.host eq "'.padEnd(4096, 'x') + '"' });

useGatedZones({
  unapproved: {},
  'approved otherwise': {},
  'approved by an empty variable': {},
  unacknowledged: {},
  'acknowledged for another zone': {},
  forbidden: {},
  'forbidden by a variable': { plan: 'professional' },
  overridden: { previous: OVERRIDES },
  'too long': { previous: { ...OVERRIDES, firewall_rules: [LONG] } },
  unexplained: {},
  ungenerated: {},
  free: {},
  'free to finish': { plan: 'business' },
  'free to lose its overrides': { previous: OVERRIDES },
  changing: {},
});

/** The digest of what is generated for each of the zones, as the first test reads it. */
let digest = '';
/** The digest of what is generated for the zone whose settings are changed, as its refusal tells it. */
let changed = '';

type Gate = Gates[string];

function validated(more: Partial<MigrationGateProps> = {}): Gate {
  return { targetState: 'validation', approvedDigest: digest, ...more };
}

function finished(name: string, more: Partial<MigrationGateProps> = {}): Gate {
  return validated({ targetState: 'finished', acknowledgeIrreversible: zoneIdOf(name), ...more });
}

/** Answers of a service that finds a zone incompatible without a reason, and that generates nothing for another. */
function answerOtherwise(): void {
  const envelope = { success: true, errors: [], messages: [] };
  const refused = { success: false, errors: [{ code: 30199, message: 'not today' }], messages: [] };
  service.emulator.control.faults.put([
    {
      match: { operation: 'migration.check', zoneId: zoneIdOf('unexplained') },
      effect: {
        ...{ kind: 'answer', status: 200 },
        body: { ...envelope, result: { compatible: false, migration_state: 'start' } },
      },
    },
    {
      match: { operation: 'migration.config', zoneId: zoneIdOf('ungenerated') },
      effect: { kind: 'answer', status: 400, body: { ...refused, result: null } },
    },
  ]);
}

test('a gate without an approval shows the rules and their digest, and stops the plan', async () => {
  gates({ unapproved: { targetState: 'validation' } });
  const errors = await failures();
  digest = /"(sha256:[0-9a-f]{64})"/.exec(String(errors['unapproved']))?.[1] ?? '';
  expect(errors).toEqual({ unapproved: [nothingApproved('unapproved', digest, equivalentRules())] });
  expect(writers()).toEqual([]);
});

test('each gate stops the plan for one reason and names it', async () => {
  answerOtherwise();
  const otherDigest = `sha256:${'0'.repeat(64)}`;
  const otherZone = '4'.repeat(32);
  gates((variable) => ({
    unapproved: validated({ approvedDigest: undefined }),
    'approved otherwise': validated({ approvedDigest: otherDigest }),
    'approved by an empty variable': validated({ approvedDigest: variable('').stringValue }),
    unacknowledged: finished('', { acknowledgeIrreversible: undefined }),
    'acknowledged for another zone': finished('', {
      acknowledgeIrreversible: variable(otherZone).stringValue,
    }),
    forbidden: validated({ allowed: false }),
    'forbidden by a variable': finished('forbidden by a variable', { allowed: variable(false).booleanValue }),
    overridden: validated(),
    'too long': validated({ deleteUriOverrides: true }),
    unexplained: validated({ deleteUriOverrides: true }),
    ungenerated: validated(),
    free: validated(),
    'free to finish': finished('free to finish'),
    'free to lose its overrides': validated({ deleteUriOverrides: true }),
  }));
  const rules = equivalentRules();
  const tooLong = `firewall rule ${'f'.repeat(32)}: its expression has 4097 bytes; at most 4096 are allowed`;
  expect(await failures()).toEqual({
    unapproved: [nothingApproved('unapproved', digest, rules)],
    'approved otherwise': [
      notApproved('approved otherwise', { approved: otherDigest, generated: digest, rules }),
    ],
    'approved by an empty variable': [nothingApproved('approved by an empty variable', digest, rules)],
    unacknowledged: [notAcknowledged('unacknowledged', 'not set')],
    'acknowledged for another zone': [notAcknowledged('acknowledged for another zone', otherZone)],
    forbidden: [notAllowed('forbidden', 'validation')],
    'forbidden by a variable': [notAllowed('forbidden by a variable', 'finished')],
    overridden: [incompatible('overridden', inTheWay(['6', '7']))],
    'too long': [incompatible('too long', inTheWay(['6', '7'], tooLong))],
    unexplained: [incompatible('unexplained', 'something that its configuration does not show')],
    ungenerated: [notGenerated('ungenerated', 'not today')],
  });
  expect(writers()).toEqual([]);
});

/** Gates of some of the zones that have nothing to object to any more. */
const released = (more: Gates = {}): Gates => ({
  unacknowledged: finished('unacknowledged'),
  forbidden: validated({ allowed: true }),
  free: validated(),
  'free to finish': finished('free to finish'),
  'free to lose its overrides': validated({ deleteUriOverrides: true }),
  changing: validated(),
  ...more,
});

const OVERRIDDEN = 'free to lose its overrides';

/** Where these gates let the zones get to, but for those that are not there yet. */
function reached(...notYet: readonly string[]): Readonly<Record<string, unknown>> {
  const zones = Object.entries(released()).map(([name, { targetState }]) => [name, targetState]);
  return { ...Object.fromEntries(zones), ...Object.fromEntries(notYet.map((name) => [name, 'start'])) };
}

test('an approved migration is applied, and a change between plan and apply is refused', async () => {
  const { control } = service.emulator;
  gates(released());
  expect(await workspace.plan({ out: 'released.tfplan' })).toMatchObject({ exitCode: 2 });

  control.patchZone(zoneIdOf('changing'), { previous_waf: { core_rule_set: { sensitivity: 'low' } } });
  const refused = await failures('released.tfplan');
  changed = /Now: (sha256:[0-9a-f]{64})/.exec(String(refused['changing']))?.[1] ?? '';
  const zone = zoneText('changing');
  expect(refused).toEqual({
    changing: [
      `The rules generated for zone ${zone} are not the approved ones.\nApproved: ${digest}. Now: ` +
        `${changed}. The previous settings, the adjustments or the service's translation have changed since. Plan ` +
        `without approved_digest, review the rules, and approve the new rules_digest. Zone ${zone} has not begun to ` +
        'migrate: the previous managed rules are in force. Nothing was changed.',
    ],
  });
  expect(states(Object.keys(released()))).toEqual(reached(OVERRIDDEN, 'changing'));
  const others = Object.keys(released()).filter((name) => name !== 'changing');
  // One write of each zone, but for the deletion of two overrides.
  expect(writers()).toEqual([...others, OVERRIDDEN].sort());
});

test('a changed configuration stops the plan until it is approved', async () => {
  const rules = equivalentRules({ sensitivity: 'low' });
  const differs = { approved: digest, generated: changed, rules };
  expect(await failures()).toEqual({ changing: [notApproved('changing', differs)] });
  expect(writers()).toEqual([]);

  gates(released({ changing: validated({ approvedDigest: changed }) }));
  expect(await failures()).toEqual({});
  expect(states(Object.keys(released()))).toEqual(reached());
  expect(writers()).toEqual(['changing', OVERRIDDEN]);
  expect(await workspace.plan()).toMatchObject({ exitCode: 0 });
});

test('a gate needs neither permission nor acknowledgement once the target is reached, and the plan is empty', async () => {
  const bare = Object.entries(released({ changing: validated({ approvedDigest: changed }) })).map(
    ([name, props]) => [name, { ...props, allowed: false, acknowledgeIrreversible: undefined }] as const,
  );
  gates(Object.fromEntries(bare));
  expect(await workspace.plan()).toMatchObject({ exitCode: 0 });
});

test('a gate requires approval of changes during validation, but not after the end', async () => {
  const settings = { changing: 'default', 'free to finish': 'low' } as const;
  for (const [name, sensitivity] of Object.entries(settings))
    service.emulator.control.patchZone(zoneIdOf(name), { previous_waf: { core_rule_set: { sensitivity } } });
  const differs = { approved: changed, generated: digest, rules: equivalentRules(), state: 'validation' };
  expect(await failures()).toEqual({ changing: [notApproved('changing', differs)] });
  expect(writers()).toEqual([]);
});
