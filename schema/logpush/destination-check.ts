import { isLoopback } from '../loopback';
import type { Problem } from '../problem';
import { DESTINATION_SCHEMES, destinationExample, missingParameters, parseDestination } from './destination';

/** The longest destination (docs/service.md 5.2). */
export const MAX_DESTINATION_LENGTH = 4096;

/**
 * The form of a `destination_conf`. Its text may hold secrets, so no message shows more of it than its scheme.
 * A scheme that is not known here passes: the service decides.
 */
export function destinationForm(text: string): readonly Problem[] {
  if (text.length > MAX_DESTINATION_LENGTH)
    return [
      problem(
        'destination_too_long',
        `The destination has ${text.length} characters.`,
        `At most ${MAX_DESTINATION_LENGTH} are allowed.`,
      ),
    ];
  const destination = parseDestination(text);
  if (destination === undefined)
    return [
      problem(
        'destination_malformed',
        'The destination is not a URL of the form <scheme>://<bucket or host>/<path>?<parameters>. ' +
          'Its text is not shown here, because it may hold secrets.',
        `The schemes are ${DESTINATION_SCHEMES.join(', ')}. Percent-encode spaces and reserved characters. For example: ${destinationExample('s3')}`,
      ),
    ];
  const { scheme, host } = destination;
  if (scheme === 'http' && !isLoopback(host.replace(/:\d+$/, '')))
    return [
      problem(
        'destination_insecure',
        'The destination has the scheme http, which sends logs in the clear.',
        'Use https. Plain http is for receivers on loopback only.',
      ),
    ];
  const missing = missingParameters(destination);
  if (missing.length === 0) return [];
  return [
    problem(
      'destination_parameter_missing',
      `The destination of the scheme ${scheme} has no value for ${missing.join(', ')}.`,
      `Add ${missing.map((name) => `${name}=…`).join('&')} to its parameters. For example: ${exampleWith(scheme, missing)}`,
    ),
  ];
}

/** The example of the scheme, with the parameters that it does not show. */
function exampleWith(scheme: string, names: readonly string[]): string {
  const example = destinationExample(scheme) ?? '';
  const more = names.filter((name) => !example.includes(`${name}=`)).map((name) => `&${name}=…`);
  return `${example}${more.join('')}`;
}

function problem(code: string, message: string, hint: string): Problem {
  return { code, path: [], message, hint };
}
