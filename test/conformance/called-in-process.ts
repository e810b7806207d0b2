import { createZoneProvider } from '../../provider-shim/zone-provider';
import { Severity, type RpcName } from '../../provider-shim/sdk/protocol';
import { providerSchema } from '../../schema';
import { connect } from '../provider-shim/sdk/framework/connected';
import { encoded, valueOf, type Plain } from '../provider-shim/sdk/framework/plain';
import { temporaryFolder } from '../support/temporary-folder';
import type { Caller } from './engine-calls';

/** The provider in the process of the test. Its calls go through the bytes of the protocol all the same. */
export function callInProcess(environment: Readonly<Record<string, string>>): Caller {
  const folder = temporaryFolder();
  const all = { XDG_CACHE_HOME: folder, ...environment };
  const connected = connect(createZoneProvider({ environment: all, folder, version: '0.0.0' }));
  return {
    async configure(given: Plain = {}) {
      const config = encoded(providerSchema, valueOf(providerSchema, given));
      await connected.call('ConfigureProvider', { terraformVersion: '1.11.4', config });
    },
    async call(rpc, request) {
      const { diagnostics = [], ...reply } = (await connected.call(rpc as RpcName, request)) as object as {
        readonly diagnostics?: readonly { readonly severity: number }[];
      };
      const named = diagnostics.map((one) => ({
        ...one,
        severity: one.severity === Severity.ERROR ? 'ERROR' : 'WARNING',
      }));
      return { ...reply, diagnostics: named };
    },
  };
}
