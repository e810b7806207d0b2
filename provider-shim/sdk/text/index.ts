export { blocksOf } from './hcl-blocks';
export { HiddenTexts, secretForms, SHORTEST_HIDDEN } from './hidden-texts';
export { printable, wellFormed } from './printable';
export { lacksMemory, MORE_MEMORY, reasonOf } from './reason';

/** How much a line of the log matters. */
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error';

/** Writes one structured log line, or nothing when the level is off. Nothing that reaches it holds a secret. */
export type Log = (level: LogLevel, message: string, fields?: Readonly<Record<string, unknown>>) => void;
