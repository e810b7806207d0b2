import type { TerraformProvider } from 'cdktf';

/** What is imported, and by which configuration of the provider. */
export interface ImportTarget {
  readonly id: string;
  readonly provider: TerraformProvider | undefined;
}

/** An `import` block, in Terraform's JSON syntax. @param to the address of the resource */
export function importBlock({ id, provider }: ImportTarget, to: string): Readonly<Record<string, unknown>> {
  return { import: [{ provider: provider?.fqn, id, to }] };
}

/** The same as cdktf writes it for HCL, where each value says of which kind it is. */
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
