import { readFileSync } from 'node:fs';
import { InventoryError } from './fleet-zone';

/** A file that cannot be read as text. */
export class UnreadableFileError extends InventoryError {
  /** To follow the path: `does not exist`. */
  declare readonly reason: string;

  /** Whether the file can be read, but is not UTF-8. */
  declare readonly isWrongEncoding: boolean;

  constructor(
    path: string,
    { reason, isWrongEncoding = false, subject }: UnreadableFile,
    options?: ErrorOptions,
  ) {
    super([`${path} ${reason}. Paths are relative to the working directory, ${process.cwd()}.`], subject);
    // Node prints what can be enumerated of an error that nobody catches.
    Object.defineProperties(this, { reason: { value: reason }, isWrongEncoding: { value: isWrongEncoding } });
    if (options) Object.defineProperty(this, 'cause', { value: options.cause });
  }
}

interface UnreadableFile {
  readonly reason: string;
  readonly isWrongEncoding?: boolean;
  readonly subject?: string | undefined;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist: a part of its path is not a folder',
  EISDIR: 'is a folder',
  EACCES: 'may not be read by this user',
  EPERM: 'may not be read by this user',
};

/**
 * The text of a file, without a byte order mark.
 *
 * @param subject what the file holds, for the message: `The inventory`
 * @throws UnreadableFileError if there is no such file, it cannot be read, or it is not UTF-8
 */
export function textOfFile(path: string, subject?: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new UnreadableFileError(
      path,
      { reason: REASONS[code] ?? `cannot be read: ${message}`, subject },
      { cause: error },
    );
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    const isUtf16 = [0xfffe, 0xfeff].includes(bytes.length < 2 ? 0 : bytes.readUInt16BE(0));
    const reason = `is not text in UTF-8${isUtf16 ? ', but in UTF-16' : ''}`;
    throw new UnreadableFileError(path, { reason, isWrongEncoding: true, subject }, { cause: error });
  }
}
