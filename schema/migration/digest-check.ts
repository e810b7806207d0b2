import type { Problem } from '../problem';

const PATTERN = /^sha256:[0-9a-f]{64}$/;

/** The digest of rules, as plans and data sources show it. */
export function rulesDigest(value: string): readonly Problem[] {
  if (PATTERN.test(value)) return [];
  return [
    {
      code: 'digest_malformed',
      path: [],
      message: `${JSON.stringify(value)} is not a digest of rules.`,
      hint: 'Copy it from rules_digest in a plan, or from digest of zone_managed_rules_configuration: "sha256:" and 64 hexadecimal digits.',
    },
  ];
}
