import { SeedError } from './seed-error';

/** The text of a seed or state file. @throws SeedError when it is not UTF-8 */
export function decodeSeed(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new SeedError([{ path: '', message: 'the file is not UTF-8 text' }]);
  }
}
