/** A version of a ruleset in a seed (facts 2.2). */
export const VERSION = /^[1-9]\d*$/;

export const VERSION_FORM = 'decimal digits in quotes';
