export { HiddenTexts, SHORTEST_HIDDEN } from './hidden-texts';
export { printable, wellFormed } from './printable';
