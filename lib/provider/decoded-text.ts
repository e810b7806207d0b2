/**
 * The text of a file that people write: in UTF-8 or UTF-16, as PowerShell 5 writes it, with or without a byte order mark.
 * None of our notations has the character 0.
 *
 * @throws TypeError if it is not in one of them
 */
export function decodedText(bytes: Uint8Array): string {
  const [one, two, three, four] = bytes;
  const isUtf32 = (three === 0 && four === 0) || (one === 0 && two === 0);
  const isLittle = (one === 0xff && two === 0xfe) || (one !== 0 && two === 0);
  const isBig = (one === 0xfe && two === 0xff) || (one === 0 && two !== 0);
  const encoding = isUtf32 ? 'utf-8' : isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding, { fatal: true }).decode(bytes);
}
