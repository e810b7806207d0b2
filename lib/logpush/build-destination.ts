import { isKnown, type Problem } from '../../schema';
import { known } from '../binding/known';
import { type Parameters, queryText } from './query-text';

/** The parts of a destination. */
export interface DestinationParts {
  /** The method of `LogDestination`, for messages. */
  readonly builder: string;
  /** @default the builder's name */
  readonly scheme?: string;
  /** Bucket, container or host: the name of its prop, and its value. */
  readonly place: readonly [prop: string, value: string];
  readonly path?: string | undefined;
  /** Required values, by the name of their prop. */
  readonly required?: Readonly<Record<string, string | undefined>>;
  readonly parameters?: Parameters;
  /** A complete query. Conflicts with `parameters`. */
  readonly query?: string;
}

/**
 * The text of a destination, and the problems of its parts, to call at synth, when a `Lazy` has its value. No message
 * shows a value, which may be a secret.
 */
export function build(parts: DestinationParts): {
  readonly conf: string;
  readonly problems: () => readonly Problem[];
} {
  const { builder, scheme = builder, place, path, required = {}, parameters = {}, query } = parts;
  const [prop, value] = place;
  const end = query === undefined ? queryText(parameters) : `?${query.replace(/^\?/, '')}`;
  return {
    conf: `${scheme}://${joined(value, path)}${end}`,
    problems: () => [
      ...missing(builder, { [prop]: value, ...required }),
      ...misplaced(builder, prop, value, /[/?#@\s]/, '"/", "?", "#", "@" and spaces'),
      ...misplaced(builder, 'path', path, /[?#\s]/, '"?", "#" and spaces'),
    ],
  };
}

function missing(builder: string, required: Readonly<Record<string, unknown>>): readonly Problem[] {
  return Object.entries(required)
    .filter(([, given]) => known(given) === null || known(given) === '')
    .map(([name]) => noValue(builder, name));
}

function joined(place: string, path: string | undefined): string {
  return path === undefined ? place : `${place}/${path.replace(/^\/+/, '')}`;
}

function noValue(builder: string, prop: string): Problem {
  return {
    code: 'not_set',
    path: [],
    message: `LogDestination.${builder} has no value for ${prop}.`,
    hint: 'Give one. A value from the environment is undefined when its variable is not set.',
  };
}

function misplaced(
  builder: string,
  prop: string,
  value: string | undefined,
  wrong: RegExp,
  signs: string,
): readonly Problem[] {
  const text = known(value);
  if (!isKnown(text) || typeof text !== 'string' || !wrong.test(text)) return [];
  return [
    {
      code: 'destination_part_malformed',
      path: [],
      message: `${prop} of LogDestination.${builder} has a character that is not allowed there.`,
      hint: `Write it without ${signs}: the scheme, the path and parameters are separate.`,
    },
  ];
}
