import { HEADER_PARAMETER, isScheme, schemeRules } from './destination-schemes';
import type { Destination } from './parse-destination';

/** The destination without its query and user info. */
export function publicDestination({ scheme, authority, path }: Destination): string {
  return `${scheme}://${authority}${path === '' ? '' : `/${path}`}`;
}

/** A `destination_conf` of any form as it may be shown to people: its secrets are stars. */
export function redactedDestination(text: string): string {
  const [address = '', query] = split(text);
  const scheme = address.slice(0, Math.max(address.indexOf(':'), 0));
  const secrets = isScheme(scheme) ? schemeRules(scheme).secrets : [];
  const shownAddress = address.replace(/\/\/[^/]*@/, '//***@');
  if (query === undefined) return shownAddress;
  const parameters = query.split('&').map((parameter) => {
    const name = parameter.split('=', 1)[0] ?? '';
    const isSecret = name.startsWith(HEADER_PARAMETER) || secrets.includes(name);
    return isSecret ? `${name}=***` : parameter;
  });
  return `${shownAddress}?${parameters.join('&')}`;
}

function split(text: string): readonly string[] {
  const mark = text.indexOf('?');
  return mark < 0 ? [text] : [text.slice(0, mark), text.slice(mark + 1)];
}
