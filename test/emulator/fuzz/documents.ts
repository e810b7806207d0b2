import type { Control, SeedAccount, ZoneDocument } from '../../../emulator';

/** A complete account, in the form of a seed. */
export type AccountDocument = Required<SeedAccount>;

/** What a request can be about. */
export interface Documents {
  readonly zone: ZoneDocument;
  /** Read when they are needed: few requests are about an account. */
  readonly accounts: () => readonly AccountDocument[];
}

/** What is there now. */
export function documentsOf(control: Control, zoneId: string): Documents {
  return { zone: control.zone(zoneId), accounts: () => accountsOf(control) };
}

/** The accounts that are there now. */
export function accountsOf(control: Control): readonly AccountDocument[] {
  return control.snapshot().accounts as readonly AccountDocument[];
}

/** The account that the parts of a path name, or else the zone. */
export function scopeOf(
  { zone, accounts }: Documents,
  { account_id: id }: Readonly<Record<string, string>>,
): ZoneDocument | AccountDocument {
  return id === undefined ? zone : (accounts().find((account) => account.id === id) ?? zone);
}
