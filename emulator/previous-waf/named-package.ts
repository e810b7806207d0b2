import { noPackage } from './errors';
import type { Call } from '../http/operation';
import type { OldPackage } from './catalogue';
import { packageById } from './catalogue-look-up';

/** The package that the path names. @throws Refusal */
export function namedPackage({ parameters }: Call): OldPackage {
  const id = parameters['package'] ?? '';
  const pack = packageById(id);
  if (pack === undefined) throw noPackage(id);
  return pack;
}
