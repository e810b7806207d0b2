/** `zone_policies`, as a user writes it; wrong ones, too. */
export type Settings = unknown;

/** What a rule says of a plan. */
export interface Result {
  readonly msg: string;
  readonly policy: string;
  /** Absent where the whole plan is meant. */
  readonly address?: string;
}

/** What conftest fails and warns with, in the order of the messages. */
export interface Verdict {
  readonly deny: readonly Result[];
  readonly warn: readonly Result[];
}

/** Sets have no order of their own. */
export function inOrder(results: readonly Result[]): readonly Result[] {
  return [...results].sort((one, other) => (one.msg < other.msg ? -1 : 1));
}

/** Each result as its policy, and the address where there is one. */
export function named({ deny, warn }: Verdict): Readonly<Record<keyof Verdict, readonly string[]>> {
  const names = (results: readonly Result[]): readonly string[] =>
    results.map(({ policy, address }) => (address === undefined ? policy : `${policy} ${address}`)).sort();
  return { deny: names(deny), warn: names(warn) };
}

/** The messages of one policy. */
export function messagesOf(results: readonly Result[], policy: string): readonly string[] {
  return results.filter((result) => result.policy === policy).map(({ msg }) => msg);
}
