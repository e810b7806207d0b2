import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BASE_PATH, type FaultRule } from '../../emulator';
import { readCopy, type CopyDocument } from '../../cli/copy/copy-file';
import { inLane } from '../support/lane';
import { service, useService } from '../e2e/one-service';
import { runHere } from './built-command';
import { temporaryFolder } from './engine/fake-program';

/** What the service answers decides the file of a copy, not when it answers. */

const MANAGED = 'efb7b8c949ac4650a09736fc376e9aee';
const GROUP = '06d4fe0b66ec2b5a0b2ef2e1a5cb9bd1';
const PACKAGE = '1e334934fd7ae32ad705667f8c1057aa';

/** A zone with a destination that has a secret. */
const zone = (digit: number, more = {}) => ({
  ...{ id: String(digit).repeat(32), name: `z${digit}.example`, plan: 'business' },
  logpush: {
    jobs: [
      {
        dataset: 'firewall_events',
        destination_conf: `https://logs.example/in?header_Authorization=s3cret-of-${digit}`,
      },
    ],
  },
  ...more,
});

const ZONES = [
  zone(1, { plan: 'professional' }),
  zone(2, { previous_waf: { groups: { [GROUP]: 'off' } } }),
  zone(3, { plan: 'enterprise' }),
  zone(4),
  zone(5),
];

const out = join(temporaryFolder(), 'copy.json');
let [whole, requests]: [string, number] = ['', 0];
const options = { model: 'today', rate_limit: 0, uri_overrides: 'available' };
useService({ seed: { zones: ZONES, options } as never });
beforeEach(async () => {
  service.emulator.control.faults.put(REFUSED);
  if (whole === '') {
    await copy();
    [whole, requests] = [textOfCopy(), service.emulator.control.journal().length];
  }
  service.emulator.control.clearJournal();
});

/** Copies all zones. */
async function copy(): Promise<void> {
  await runHere(['copy', '--all', '--out', out], { ...service.env, ZONEWRIGHT_MAX_RETRIES: '0' });
}

/** The file of the copy, but for its time and the token of an emulator that has it. */
function textOfCopy(): string {
  const { copy, credentials } = readCopy(out, '--on');
  const [token] = credentials?.tokens ?? [];
  return readFileSync(out, 'utf8')
    .replaceAll(copy.taken_at, 'its time')
    .replace(token?.token ?? '', 'its token');
}

const pathOf = (digit: number): string => `${BASE_PATH}/zones/${String(digit).repeat(32)}`;

/** What the first zone may not read and others may: a managed ruleset, and the rules of a package. */
const REFUSED: readonly FaultRule[] = [
  `${pathOf(1)}/rulesets/${MANAGED}`,
  `${pathOf(1)}/firewall/waf/packages/${PACKAGE}/rules`,
].map((pathPrefix) => ({ match: { pathPrefix }, effect: { kind: 'answer', status: 403 } }));

test('what one zone may not read is read in another', async () => {
  const shared = ({ managed_rulesets: managed, waf_packages: packages }: CopyDocument) => ({
    managed,
    packages,
  });
  await copy();
  const [found, { not_held: notHeld }] = [shared(readCopy(out, '--on')), readCopy(out, '--on').copy];
  service.emulator.control.faults.clear();
  await copy();
  expect(found).toEqual(shared(readCopy(out, '--on')));
  expect(found.managed?.map(({ id }) => id)).toContain(MANAGED);
  // The modes of its own rules are not known.
  expect(notHeld.filter((line) => /\/(rulesets|packages)\//.test(line))).toEqual([
    expect.stringContaining(`${PACKAGE}/rules was refused`),
  ]);
});

test('each answer in turn is late: the same file', async () => {
  await copy();
  const paths = new Set(service.emulator.control.journal().map(({ path }) => path));
  const share = [pathOf(1), `${pathOf(2)}/rulesets`, `${pathOf(4)}/firewall/waf/packages`];
  for (const pathPrefix of inLane({ share, whole: [...paths] })) {
    service.emulator.control.faults.put([...REFUSED, { match: { pathPrefix }, times: 1, delayMs: 150 }]);
    service.emulator.control.clearJournal();
    await copy();
    expect([pathPrefix, service.emulator.control.journal().length]).toEqual([pathPrefix, requests]);
    expect([pathPrefix, textOfCopy()]).toEqual([pathPrefix, whole]);
  }
});
