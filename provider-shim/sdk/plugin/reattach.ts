import type { Endpoint } from './listen';

/**
 * The variable that makes an engine use a provider that is already running. `Test` keeps the engine from
 * ending it.
 */
export function reattachLine(
  providerAddress: string,
  protocolVersion: number,
  pid: number,
  { address }: Pick<Endpoint, 'address'>,
): string {
  const config = {
    Protocol: 'grpc',
    ProtocolVersion: protocolVersion,
    Pid: pid,
    Test: true,
    Addr: { Network: 'unix', String: address },
  };
  return `TF_REATTACH_PROVIDERS='${JSON.stringify({ [providerAddress]: config })}'`;
}

export const REATTACH_HINT =
  'The provider is running; stop it with Ctrl-C. Set this variable where you run terraform or tofu:\n';
