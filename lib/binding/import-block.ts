import type { TerraformProvider } from 'cdktf';

/** What to import, and with which provider configuration. */
export interface ImportTarget {
  readonly id: string;
  readonly provider: TerraformProvider | undefined;
}

/** An `import` block, in Terraform's JSON syntax. @param to the address of the resource */
export function importBlock({ id, provider }: ImportTarget, to: string): Readonly<Record<string, unknown>> {
  return { import: [{ provider: provider?.fqn, id, to }] };
}

/** The same for HCL, where cdktf needs the type of each value. */
export function importBlockInHcl(
  { id, provider }: ImportTarget,
  to: string,
): Readonly<Record<string, unknown>> {
  const simple = (value: string, storageClassType: 'reference' | 'string'): object => ({
    value,
    type: 'simple',
    storageClassType,
  });
  const block = {
    to: simple(to, 'reference'),
    id: simple(id, 'string'),
    provider: provider && simple(provider.fqn, 'reference'),
  };
  return { import: [block] };
}
