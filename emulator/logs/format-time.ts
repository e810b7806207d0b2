import type { Output } from '../logpush/output';

/** Writes a time in the job's format as JSON: a number, or a text in quotes (docs/service.md 5.3, 5.4). */
export function formatTime(milliseconds: number, format: Output['timestampFormat']): string {
  switch (format) {
    case 'unixnano':
      // Beyond the whole numbers that a double holds.
      return String(BigInt(milliseconds) * 1_000_000n);
    case 'unix':
      return String(Math.floor(milliseconds / 1000));
    case 'rfc3339':
      return `"${new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z')}"`;
    case 'rfc3339ms':
      return `"${new Date(milliseconds).toISOString()}"`;
    case 'rfc3339ns':
      return `"${new Date(milliseconds).toISOString().replace('Z', '000000Z')}"`;
  }
}
