import { noPackage } from '../errors/published-previous-waf';
import type { Refusal } from '../errors/refusal';
import type { Call } from '../http/operation';
import type { OldPackage } from './catalogue';
import { packageById } from './catalogue-look-up';

/** The package that the path names. */
export function namedPackage({
  parameters,
}: Call): { readonly pack: OldPackage } | { readonly refusal: Refusal } {
  const id = parameters['package_id'] ?? '';
  const pack = packageById(id);
  return pack === undefined ? { refusal: noPackage(id) } : { pack };
}
