import type { Problem } from './failure';
import { OLDEST_ENGINE } from './version';

/** The problem that there is no engine, with the four ways to get one. */
export function noEngine(seen: readonly string[], fetched: string): Problem {
  return {
    code: 'no_engine',
    message: 'there is no usable Terraform or OpenTofu on this machine',
    seen,
    allowed: [`Terraform or OpenTofu, version ${OLDEST_ENGINE} or newer`],
    hints: [
      'any one of these four:',
      '1. set ZONEWRIGHT_TERRAFORM to the path of the program',
      '2. install Terraform on the PATH: https://developer.hashicorp.com/terraform/install',
      '3. install OpenTofu on the PATH: https://opentofu.org/docs/intro/install',
      `4. download it: zonewright engine --fetch (${fetched})`,
    ],
  };
}
