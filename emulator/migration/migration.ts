/** Where a zone stands in the migration (docs/service.md 7.1). Times are milliseconds since the Unix epoch. */
export type Migration =
  | { readonly state: 'start' }
  /** Both versions run, the new one first. */
  | { readonly state: 'validation'; readonly since: number }
  /** The configuration is saved and the new version enabled; the previous version is about to be disabled. */
  | { readonly state: 'finishing'; readonly since: number; readonly finishesAt: number }
  /** There is no way back. */
  | { readonly state: 'finished'; readonly since: number };

export type MigrationState = Migration['state'];
