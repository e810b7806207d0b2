export { blocksOf } from './hcl-blocks';
export { HiddenTexts, secretForms, SHORTEST_HIDDEN } from './hidden-texts';
export { printable, wellFormed } from './printable';
export type { Log, LogLevel } from './log';
