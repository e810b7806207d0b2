/** The unit KB is 1024 bytes here. */
import { conformingZone, expectRefusal, resultOf } from './conforming-zone';
import { FIELDS_RULESET, fieldsRule, fieldsRuleset, logFields, names } from './custom-field-rules';
import { CUSTOM_FIELDS, createJob, entriesOf } from './log-push';
import { bypasses, longBypass } from './previous-version';
import { specification } from './specification';

const spec = specification('8');

const CUSTOM_FIELDS_PER_ZONE = 40;
const CUSTOM_FIELD_BYTES = 8 * 1024;
const FIREWALL_RULES = 200;
const EXPRESSION_BYTES = 4 * 1024;

/** How many names are in request headers, response headers and cookies. */
const SHARES: readonly (readonly [number, number, number])[] = [
  [40, 0, 0],
  [0, 40, 0],
  [0, 0, 40],
  [20, 20, 0],
  [14, 13, 13],
  [1, 1, 38],
];

function fieldsOf([request, response, cookies]: (typeof SHARES)[number]): object {
  return {
    ...(request > 0 && { request_fields: names(request, 'x-request') }),
    ...(response > 0 && { response_fields: names(response, 'x-response') }),
    ...(cookies > 0 && { cookie_fields: names(cookies, 'Cookie') }),
  };
}

const ALL_LISTS = {
  request_fields: [{ name: 'x-a' }],
  cookie_fields: [{ name: 'b' }],
  response_fields: [{ name: 'x-c' }],
};

/** The entry of a request whose three custom fields have values of these lengths. */
async function entryOf(lengths: readonly [number, number, number]) {
  const zone = conformingZone();
  await logFields(zone, ALL_LISTS);
  await createJob(zone, { logpull_options: `fields=${CUSTOM_FIELDS}` });
  const [a, b, c] = lengths.map((length, index) => 'abc'.charAt(index).repeat(length));
  const headers = { 'X-A': a ?? '', Cookie: `b=${b}` };
  const [entry = {}] = await entriesOf(zone, [{ headers, response: { headers: { 'X-C': c ?? '' } } }]);
  return entry as Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const bytes = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);

spec.table('8', 'Limits', (row) => {
  for (const shares of SHARES) {
    const [request, response, cookies] = shares;
    const name = `${request} request headers, ${response} response headers, ${cookies} cookies`;
    row('Custom fields per zone', `${CUSTOM_FIELDS_PER_ZONE} are taken: ${name}`, async () => {
      const { put } = await fieldsRuleset(conformingZone());
      const fields = fieldsOf(shares);
      expect(resultOf(await put(fieldsRule(fields))).rules[0].action_parameters).toEqual(fields);
    });

    for (const [index, list] of ['request header', 'response header', 'cookie'].entries())
      row('Custom fields per zone', `one ${list} more than ${name} is refused`, async () => {
        const zone = conformingZone();
        const { put } = await fieldsRuleset(zone);
        const more = shares.map((share, at) => share + (at === index ? 1 : 0));
        const [one = 0, two = 0, three = 0] = more;
        await expectRefusal(zone, () => put(fieldsRule(fieldsOf([one, two, three]))));
      });
  }

  row('Custom field data per log entry', 'is whole when it is less', async () => {
    expect(await entryOf([2700, 2700, 2700])).toEqual({
      RequestHeaders: { 'x-a': 'a'.repeat(2700) },
      Cookies: { b: 'b'.repeat(2700) },
      ResponseHeaders: { 'x-c': 'c'.repeat(2700) },
    });
  });

  const TOO_LONG = [
    [9000, 0, 0],
    [0, 9000, 0],
    [0, 0, 9000],
    [3000, 3000, 3000],
    [8000, 8000, 8000],
  ] as const;
  for (const lengths of TOO_LONG)
    row(
      'Custom field data per log entry',
      `is truncated when it is ${lengths.join(' + ')} bytes`,
      async () => {
        const data = Object.values(await entryOf(lengths)).flatMap((field) => Object.entries(field));
        const values = data.map(([, value]) => value);
        for (const value of values) expect(value).toMatch(/^(a*|b*|c*)$/);
        // Whether names count is not shown.
        expect(bytes(values)).toBeLessThanOrEqual(CUSTOM_FIELD_BYTES);
        expect(bytes(data.flat())).toBeGreaterThanOrEqual(CUSTOM_FIELD_BYTES);
      },
    );

  row('Custom field data per log entry', 'is a limit of each entry by itself', async () => {
    const zone = conformingZone();
    await logFields(zone, ALL_LISTS);
    await createJob(zone, { logpull_options: 'fields=RequestHeaders' });
    const request = { headers: { 'X-A': 'a'.repeat(6000) } };
    const entry = { RequestHeaders: { 'x-a': 'a'.repeat(6000) } };
    expect(await entriesOf(zone, [request, request])).toEqual([entry, entry]);
  });

  row('Repeated headers', 'only the first instance is logged', async () => {
    const zone = conformingZone();
    await logFields(zone, { request_fields: [{ name: 'x-tag' }], response_fields: [{ name: 'set-cookie' }] });
    await createJob(zone, { logpull_options: 'fields=RequestHeaders,ResponseHeaders' });
    const headers = { 'X-Tag': ['one', 'two'] };
    const response = { headers: { 'Set-Cookie': ['a=1; Path=/', 'b=2', 'a=3'] } };
    expect(await entriesOf(zone, [{ headers, response }])).toEqual([
      { RequestHeaders: { 'x-tag': 'one' }, ResponseHeaders: { 'set-cookie': 'a=1; Path=/' } },
    ]);
  });

  row('Header modifications', 'only original headers are logged', async () => {
    const zone = conformingZone();
    const both = [{ name: 'x-kept' }, { name: 'x-added' }, { name: 'x-removed' }];
    await logFields(zone, { request_fields: both, response_fields: both });
    await createJob(zone, { logpull_options: 'fields=RequestHeaders,ResponseHeaders' });
    const original = { 'X-Kept': 'original', 'X-Removed': 'original' };
    const modified = { 'X-Kept': 'modified', 'X-Added': 'modified' };
    const transformed = { request: modified, response: modified };
    const logged = { 'x-kept': 'original', 'x-removed': 'original' };
    const request = { headers: original, response: { headers: original }, transformed };
    expect(await entriesOf(zone, [request])).toEqual([{ RequestHeaders: logged, ResponseHeaders: logged }]);
  });

  row('Zone-level rulesets per phase', 'there is at most one', async () => {
    const zone = conformingZone();
    resultOf(await zone.call('POST', '/rulesets', FIELDS_RULESET));
    await expectRefusal(zone, () => zone.call('POST', '/rulesets', FIELDS_RULESET));
    expect(zone.stored()).toHaveLength(1);
  });

  row('Firewall rules migratable', `${FIREWALL_RULES} are migrated`, async () => {
    const zone = conformingZone({ previous_waf: bypasses(FIREWALL_RULES) });
    const { rules } = await zone.config();
    expect(rules.filter(({ action }: { action: string }) => action === 'skip')).toHaveLength(FIREWALL_RULES);
    resultOf(await zone.update('pending', rules));
  });

  row('Firewall rules migratable', `${FIREWALL_RULES + 1} are not`, async () => {
    const zone = conformingZone({ previous_waf: bypasses(FIREWALL_RULES + 1) });
    await expectRefusal(zone, () => zone.update('pending'));
  });

  row('Firewall rules migratable', 'others do not count', async () => {
    const others = Array.from({ length: 50 }, () => ({ action: 'block', expression: 'ip.src eq 192.0.2.1' }));
    const { firewall_rules = [] } = bypasses(FIREWALL_RULES);
    const zone = conformingZone({ previous_waf: { firewall_rules: [...firewall_rules, ...others] } });
    resultOf(await zone.update('pending'));
  });

  row('Firewall rule expression length', `${EXPRESSION_BYTES} bytes are migrated`, async () => {
    const zone = conformingZone({ previous_waf: longBypass(EXPRESSION_BYTES) });
    resultOf(await zone.update('pending', (await zone.config()).rules));
  });

  row('Firewall rule expression length', `${EXPRESSION_BYTES + 1} bytes are not`, async () => {
    const zone = conformingZone({ previous_waf: longBypass(EXPRESSION_BYTES + 1) });
    await expectRefusal(zone, () => zone.update('pending'));
  });
});

spec.complete();
