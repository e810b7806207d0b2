import { createColors } from 'picocolors';
import type { Format } from '../../files/outputs';
import type { Terminal } from '../../terminal/terminal';
import type { Report } from '../report';
import { htmlText } from './html';
import { markdownText } from './markdown';
import { terminalText } from './terminal';

/** What a command has found, in a format: itself as JSON, or its report for people. */
export function inFormat(
  format: Format,
  found: unknown,
  report: () => Report,
  colors: Terminal['colors'],
): string {
  if (format === 'json') return `${JSON.stringify(found, null, 2)}\n`;
  if (format === 'terminal') return terminalText(report(), colors);
  return format === 'markdown' ? markdownText(report()) : htmlText(report());
}

/** Prints what a command has found. @returns it in another format, for a file: without colours */
export function printFound(
  { out, colors }: Terminal,
  format: Format,
  found: unknown,
  report: () => Report,
): (format: Format) => string {
  out(inFormat(format, found, report, colors).replace(/\n$/, ''));
  return (each) => inFormat(each, found, report, createColors(false));
}
