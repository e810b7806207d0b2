import fc from 'fast-check';
import type { Emulator } from '../../../emulator';
import { ENTERPRISE } from './fuzzed-zones';
import type { Mutation } from './mutation';
import { mutated, mutation } from './mutation';
import { controlBodies } from './bodies/control-bodies';
import { jsonText } from './odd-values';
import { UNKNOWN_ID, chosen, filledIn, oddPart } from './paths';

/** One request to the control API; numbers choose among what is there when it is sent. */
export interface ControlStep {
  readonly route: number;
  readonly zone: number;
  readonly phase: string;
  readonly wrongPart: { readonly at: number; readonly text: string } | undefined;
  readonly query: string;
  readonly body: {
    readonly choice: number;
    readonly mutations: readonly Mutation[];
    readonly garbage: boolean;
  };
}

const choice = fc.nat(9999);

export const controlStep: fc.Arbitrary<ControlStep> = fc.record({
  route: choice,
  zone: choice,
  phase: fc.constantFrom('http_log_custom_fields', 'http_request_firewall_managed', 'http_unknown'),
  wrongPart: fc.oneof(
    { weight: 15, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.record({ at: choice, text: oddPart }) },
  ),
  query: fc.constantFrom(
    '',
    '',
    '',
    '?zone_id=none',
    '?zone_id=none&unknown=1',
    `?zone_id=${ENTERPRISE}`,
    '?status=200&since=1',
    '?status=none&method=get&operation=rulesets.list',
    '?status=1e3',
    '?unknown=1',
    '?__proto__=1&constructor=%E0%A4%A',
    '?destination=s3%3A%2F%2F&destination=',
  ),
  body: fc.record({
    choice,
    mutations: fc.oneof(
      { weight: 1, arbitrary: fc.constant([]) },
      { weight: 2, arbitrary: fc.array(mutation, { minLength: 1, maxLength: 2 }) },
    ),
    garbage: fc.nat(40).map((number) => number === 0),
  }),
});

/** The request of a step to the route, such as `GET /_control/zones`, in the state that the emulator has now. */
export function controlRequest(step: ControlStep, route: string, { control }: Emulator): Request {
  const [method = '', path = ''] = route.split(' ');
  const zones = control.zones();
  const parts = {
    zone_id: chosen([...zones.map(({ id }) => id), UNKNOWN_ID], step.zone) ?? UNKNOWN_ID,
    phase: step.phase,
  };
  const segments = filledIn(path, parts).split('/');
  const { wrongPart } = step;
  // The first part is what makes it a request to the control API.
  const sent =
    wrongPart === undefined || segments.length < 3
      ? segments
      : segments.with(2 + (wrongPart.at % (segments.length - 2)), wrongPart.text);
  const bodies = controlBodies(route, control.snapshot());
  return new Request(`http://localhost${sent.join('/')}${step.query}`, {
    method,
    ...(bodies.length > 0 && { body: bodyText(step, chosen(bodies, step.body.choice)) }),
  });
}

function bodyText({ body }: ControlStep, document: unknown): string {
  if (typeof document === 'string') return document;
  const text = jsonText(mutated(document, body.mutations));
  return body.garbage ? text.slice(0, text.length / 2) : text;
}
