/** A version of a ruleset in a seed (docs/service.md 3.1). */
export const VERSION = /^[1-9]\d*$/;

export const VERSION_FORM = 'decimal digits in quotes';
