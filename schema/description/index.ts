/** The language that describes resources: attributes, values, checks and problems. It knows nothing of zones. */
export * from './attribute';
export * from './check-config';
export * from './nearest';
export * from './problem';
export * from './value';
export * from './values-of';
