import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Configuration, StateLocation } from '../stacks/configuration';
import { readConfiguration } from '../stacks/configuration';
import type { SynthesizedStack } from '../stacks/synthesize';

/** What a stack under test uses instead of what it configures. */
export interface TestService {
  readonly baseUrl: string;
  readonly credentials: { readonly token: string };
  /** The file of the certificate that the provider must trust, if the service has one of its own. */
  readonly tls?: { readonly certificateFile: string };
}

/**
 * Writes an override file into each root module, so that nothing leaves the test: the provider talks to the emulator,
 * whatever address and credentials are configured, each state is a file in the workspace, and a stack that reads
 * another stack's state reads that file.
 *
 * @see https://developer.hashicorp.com/terraform/language/files/override
 */
export function writeOverrides(
  stacks: readonly SynthesizedStack[],
  service: TestService,
  stateOf: (name: string) => string,
): void {
  const read = stacks.map((stack) => ({ ...stack, configuration: readConfiguration(stack.folder) }));
  for (const { name, folder, configuration } of read) {
    const states = Object.entries(configuration.remoteStates).flatMap(([state, location]) => {
      const writer = read.find((other) => isSame(other.configuration.backend, location));
      return writer ? [[state, { backend: 'local', config: { path: stateOf(writer.name) } }] as const] : [];
    });
    const override = {
      terraform: { backend: { local: { path: stateOf(name) } } },
      ...providers(configuration, service),
      ...(states.length === 0 ? {} : { data: { terraform_remote_state: Object.fromEntries(states) } }),
    };
    writeFileSync(join(folder, 'zonewright_test_override.tf.json'), JSON.stringify(override, null, 2));
  }
}

function providers({ providers: all }: Configuration, service: TestService): object {
  if (all.length === 0) return {};
  const names = [...new Set(all.map(({ name }) => name))];
  const overridden = names.map((name) => [
    name,
    all
      .filter((one) => one.name === name)
      .map(({ alias }) => ({
        ...(alias === undefined ? {} : { alias }),
        base_url: service.baseUrl,
        api_token: service.credentials.token,
        email: null,
        api_key: null,
      })),
  ]);
  return { provider: Object.fromEntries(overridden) as object };
}

/** Whether one stack reads what another one writes: they agree in everything that both specify. */
function isSame(written: StateLocation | undefined, read: StateLocation): boolean {
  if (written?.backend !== read.backend) return false;
  const common = Object.keys(read.config).filter((name) => name in written.config);
  return (
    common.length > 0 &&
    common.every((name) => JSON.stringify(read.config[name]) === JSON.stringify(written.config[name]))
  );
}
