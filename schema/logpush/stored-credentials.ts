import type { Problem } from '../problem';
import { OBJECT_STORES, parseDestination } from './destination';

/** Parameters that let somebody in, by the words of their names; `sig` is the signature of a shared access. */
const CREDENTIAL = /key|secret|token|password|passwd|credential|auth|cookie|signature|^sig$|^code$/i;

/** Names that can be shown. Of another one it is not certain that it is a name and not the secret itself. */
const SHOWN_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,39}$/;

/** Parts of a path that no person has made up: of letters of both cases and digits, or a long hexadecimal number. */
const RANDOM_PARTS = [/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[\w=.+~-]{20,}$/, /^[0-9a-fA-F-]{24,}$/];

/** A destination that holds credentials and is stored. The warning names them, and never shows one. */
export function storedCredentials(text: string): Problem | undefined {
  const found = credentialsIn(text);
  if (found.length === 0) return undefined;
  return {
    code: 'credentials_stored',
    path: [],
    message: `The destination holds credentials (${found.join(', ')}), and is stored in the state and in saved plans.`,
    hint:
      'To keep them out, give it as destination_conf_wo with destination_conf_wo_version (Terraform or OpenTofu 1.11 ' +
      'or newer).',
  };
}

/** What of a destination lets somebody in, without its values. */
export function credentialsIn(text: string): readonly string[] {
  const destination = parseDestination(text);
  if (destination === undefined) return [];
  const { scheme, path, parameters } = destination;
  const names = [...parameters].filter(([name, value]) => value !== '' && CREDENTIAL.test(name));
  const isUser = /^[a-z][a-z0-9+.-]*:\/\/[^/?#@]+@/.test(text);
  const isToken =
    !OBJECT_STORES.has(scheme) &&
    path.split('/').some((part) => RANDOM_PARTS.some((random) => random.test(part)));
  return [
    ...new Set(names.map(([name]) => (SHOWN_NAME.test(name) ? name : 'a parameter'))),
    ...(isUser ? ['user information'] : []),
    ...(isToken ? ['a token in the path'] : []),
  ];
}
