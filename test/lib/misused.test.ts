import {
  type App,
  Fn,
  TerraformIterator,
  type TerraformStack,
  TerraformVariable,
  Testing,
  Token,
} from 'cdktf';
import {
  DataLogpushJobHealth,
  DataRulesets,
  DataZones,
  LogCustomFields,
  LogDestination,
  LogpushJob,
  ManagedRules,
  ManagedRulesMigration,
  MigrationGate,
  LogpushOwnershipChallenge,
  ZoneProvider,
} from '../../lib';
import { problemsOf } from '../../testing';
import { approvalRow } from './approval-row';
import { testApp, withProvider } from './app-of-stacks';
import { OPEN, ZONE } from './logpush-stack';
import { errorsOf } from './stack/wrong-compositions';

/** A list, and what the engine must have of a value of it. */
const list = (stack: TerraformStack): string[] =>
  new TerraformVariable(stack, 'names', { type: 'list(string)' }).listValue;

/** Ways to take a list apart that cdktf does not support. */
const WAYS: Readonly<Record<string, (list: string[]) => string>> = {
  'list[0]': ([first]) => first as string,
  'list.map': (all) => all.map((each) => `x-${each}`)[0] as string,
  'list.join': (all) => `${all.join(',')}.example`,
  'map[key]': () => Object.values(Token.asStringMap(Token.asAny({})))[0] as string,
  'Object.keys(map)': () => Object.keys(Token.asStringMap(Token.asAny({})))[0] as string,
};

/** Declares something with a value, under an id and for a zone of its own. */
type Compose = (stack: TerraformStack, part: string, id: string, zoneId: string) => unknown;

const job =
  (props: (part: string) => object): Compose =>
  (stack, part, id, zoneId) =>
    new LogpushJob(stack, id, { zoneId, destination: OPEN, ...props(part) } as never);
const rules =
  (action: (part: string) => object): Compose =>
  (stack, part, id, zoneId) =>
    new ManagedRules(stack, id, { zoneId, rules: [{ name: 'one', expression: 'ssl', ...action(part) }] });

/** Each prop that takes a text or a list, by the path of the message. */
const PLACES: Readonly<Record<string, Compose>> = {
  zoneId: (stack, part, id) => new LogCustomFields(stack, id, { zoneId: part, cookies: ['a'] }),
  'requestHeaders[0]': (stack, part, id, zoneId) =>
    new LogCustomFields(stack, id, { zoneId, requestHeaders: [part, 'b'] }),
  name: job((name) => ({ name })),
  'fields[1]': job((part) => ({ fields: ['RayID', part] })),
  'outputOptions.recordPrefix': job((recordPrefix) => ({
    outputOptions: { recordPrefix, fieldNames: ['RayID'] },
  })),
  'filter.value[1]': job((part) => ({ filter: { key: 'RayID', operator: 'in', value: ['a', part] } })),
  'destination: bucket of LogDestination.gcs': (stack, bucket, id, zoneId) =>
    new LogpushOwnershipChallenge(stack, id, { zoneId, destination: LogDestination.gcs({ bucket }) }),
  destination: job((part) => ({
    destination: `r2://${part}?account-id=a&access-key-id=k&secret-access-key=s`,
  })),
  'rules[0].skip.rulesets[1]': rules((part) => ({ skip: { rulesets: ['a', part] } })),
  'rules[0].execute.overrides.categories': rules((part) => ({
    execute: { rulesetId: ZONE, overrides: { categories: { [part]: {} } } },
  })),
  adjustments: (stack, part, id, zoneId) =>
    new ManagedRulesMigration(stack, id, {
      zoneId,
      targetState: 'validation',
      adjustments: { [part]: { b: { enabled: true } } },
    }),
  'approval.zone': (stack, zone, id) =>
    new MigrationGate(stack, id, { approval: { ...approvalRow('finished', ZONE), zone } }),
  'names[1]': (stack, part, id) => new DataZones(stack, id, { names: ['example.com', part] }),
  kind: (stack, kind, id, zoneId) => new DataRulesets(stack, id, { zoneId, kind }),
  baseUrl: (stack, baseUrl, id) => new ZoneProvider(stack, id, { alias: id, baseUrl }),
};

/** Declares the same with each of some values. */
function composeAll(stack: TerraformStack, place: string, parts: readonly unknown[]): void {
  parts.forEach((part, index) =>
    PLACES[place]?.(stack, part as string, `x${index}`, String(index).padStart(32, '0')),
  );
}

const REFUSAL =
  'This is a part of a list or map that only the engine knows, so TypeScript cannot take it apart. Pass the whole ' +
  'list, or write Fn.element(list, 0) for list[0], Fn.concat([list, ["…"]]) for [...list, "…"], and Fn.lookup(map, key) ' +
  'for map[key]. For list.map, repeat the construct: forEach: TerraformIterator.fromList(list).';

/** With a key of its own, an object is the map. */
const isKey = (place: string): boolean => /(categories|adjustments)$/.test(place);

test.each(Object.keys(PLACES))(
  '%s: each part of a list or a map is one problem, which says what to do',
  (place) => {
    const ways = Object.keys(WAYS).filter((way) => way !== 'Object.keys(map)' || !isKey(place));
    const expected = ways.map((_, index) => `[logs/x${index}] ${place}: ${REFUSAL}`);
    const compose = (app: App): TerraformStack => {
      const stack = withProvider(app);
      const whole = list(stack);
      composeAll(
        stack,
        place,
        ways.map((way) => WAYS[way]?.(whole)),
      );
      return stack;
    };
    const stack = compose(testApp());
    const reported = problemsOf(stack).map(
      ({ construct, prop, message, hint }) => `[${construct}] ${prop}: ${message} ${hint}`,
    );
    expect(reported).toEqual(expected);
    expect(errorsOf(compose)).toEqual(expected);
    expect(() => Testing.synth(stack)).toThrow(`[logs/x0] ${REFUSAL}`);
  },
);

test.each(Object.entries(WAYS))('%s that is added to a list is refused at once', (_, way) => {
  const stack = withProvider(testApp());
  const whole = list(stack);
  const fields = new LogCustomFields(stack, 'fields', { zoneId: ZONE, cookies: whole });
  const job = new LogpushJob(stack, 'job', { zoneId: ZONE, destination: OPEN });
  expect(() => fields.addCookie(way(whole))).toThrow(`[logs/fields] cookies: ${REFUSAL}`);
  expect(() => job.addField(way(whole))).toThrow(`[logs/job] fields: ${REFUSAL}`);
});

const numbers = (): number[] => Token.asNumberList(Token.asAny('x'));

test.each<readonly [string, Compose]>([
  ['jobId', (stack) => new DataLogpushJobHealth(stack, 'x', { zoneId: ZONE, jobId: numbers()[0] as number })],
  [
    'sample',
    job(() => ({ logpullOptions: {}, sample: Object.values(Token.asNumberMap(Token.asAny({})))[0] })),
  ],
  [
    'value[0]',
    job(() => ({ filter: { key: 'EdgeResponseStatus', operator: 'in', value: [...numbers(), 500] } })),
  ],
])('a number out of a list or a map is refused: %s', (place, compose) => {
  const stack = withProvider(testApp());
  compose(stack, '', 'x', ZONE);
  expect(problemsOf(stack).map(({ prop, code }) => [prop.replace(/^.*\./, ''), code])).toEqual([
    [place, 'token_taken_apart'],
  ]);
});

test('the remedies are what the engine needs', () => {
  const stack = withProvider(testApp());
  const whole = list(stack);
  new LogCustomFields(stack, 'x', {
    zoneId: Fn.element(whole, 0) as string,
    requestHeaders: whole,
    responseHeaders: [...whole],
    cookies: Fn.concat([whole, ['a']]) as unknown as string[],
  });
  new LogpushJob(stack, 'job', {
    zoneId: ZONE,
    destination: OPEN,
    filter: { key: 'RayID', operator: 'in', value: whole },
  });
  const { resource } = JSON.parse(Testing.synth(stack, true)) as {
    resource: Record<string, Record<string, unknown>>;
  };
  expect(resource['zone_log_custom_fields']?.['x']).toEqual({
    zone_id: '${element(var.names, 0)}',
    request_headers: '${var.names}',
    response_headers: '${var.names}',
    cookies: '${concat(var.names, ["a"])}',
  });
  expect(resource['zone_logpush_job']?.['job']).toMatchObject({
    filter: '${jsonencode({"where" = {"key" = "RayID", "operator" = "in", "value" = var.names}})}',
  });
});

const CHANGED =
  'This was calculated from a value that only the engine knows, such as with toLowerCase(), slice() or a sum: TypeScript ' +
  'has a placeholder for it, which is then not recognized. Let the engine calculate it, such as with Fn.lower(value), ' +
  'Fn.substr, Fn.replace, Fn.urlencode or Op.add; or pass it unchanged.';

/** What a variable is made of where its value is meant, and what is said of it. */
const MISUSES: Readonly<
  Record<string, readonly [use: (variable: TerraformVariable) => unknown, said: string]>
> = {
  'a whole variable': [
    (variable) => variable,
    'This is the TerraformVariable logs/v as a whole, and not a value of it. Pass its value: stringValue, numberValue, ' +
      'booleanValue or listValue of a variable, TerraformIterator.fromList(…) as forEach, an attribute of anything else.',
  ],
  'toLowerCase()': [({ stringValue }) => stringValue.toLowerCase(), CHANGED],
  'toUpperCase() in a text': [({ stringValue }) => `a-${stringValue.toUpperCase()}-b`, CHANGED],
  'slice(0, 5)': [({ stringValue }) => stringValue.slice(0, 5), CHANGED],
  'slice(5)': [({ stringValue }) => stringValue.slice(5), CHANGED],
  'encodeURIComponent()': [({ stringValue }) => encodeURIComponent(stringValue), CHANGED],
  'replace()': [({ stringValue }) => stringValue.replace(/[^a-zA-Z0-9]/g, '-'), CHANGED],
  'a changed one beside another': [
    ({ stringValue }) => `${stringValue}${stringValue.toLowerCase()}`,
    CHANGED,
  ],
  'a changed value of an iterator': [
    ({ listValue }) => String(TerraformIterator.fromList(listValue).value).toUpperCase(),
    CHANGED,
  ],
  'a product': [({ numberValue }) => numberValue * 2, CHANGED],
};

/** In a text, a variable is its value, and a number is text already. */
const isText = (use: string): boolean => !/^(a whole|a product)/.test(use);

test.each(Object.keys(PLACES).filter((place) => !isKey(place)))(
  '%s: each misuse is one problem, in words of the user',
  (place) => {
    const stack = withProvider(testApp());
    const variable = new TerraformVariable(stack, 'v', {});
    const uses = Object.entries(MISUSES).filter(([use]) => place !== 'destination' || isText(use));
    composeAll(
      stack,
      place,
      uses.map(([, [made]]) => made(variable)),
    );
    const found = problemsOf(stack).map(({ prop, message, hint }) => `${prop}: ${message} ${hint}`);
    expect(found).toEqual(uses.map(([, [, said]]) => `${place}: ${said}`));
  },
);

test('names like those of tokens are accepted', () => {
  const stack = withProvider(testApp());
  new LogCustomFields(stack, 'x', {
    zoneId: ZONE,
    cookies: ['tf-token', '#{a}', 'token.1', 'TfToken', 'tftoken'],
  });
  expect(problemsOf(stack)).toEqual([]);
});

test.each(['forEach', 'count'])('a whole variable as %s is refused at once', (prop) => {
  const stack = withProvider(testApp());
  const props = { zoneId: ZONE, [prop]: new TerraformVariable(stack, 'v', {}) };
  const said = `[logs/x] ${prop}: This is the TerraformVariable logs/v as a whole`;
  expect(() => new LogCustomFields(stack, 'x', props)).toThrow(said);
});
