import { knownCodes } from '../../provider-shim/zone-reader';
import { CommandFailure, EXIT_OK } from '../terminal/failure';
import type { CommandContext } from '../terminal/terminal';

/** `zonewright explain`: what a code of the service means, as the provider says it beside the service's own words. */
export async function explainCommand(
  { terminal: { out, colors } }: CommandContext,
  wanted: string | undefined,
): Promise<number> {
  const codes = [...knownCodes()].sort((one, other) => one.code - other.code);
  const found = codes.filter(({ code }) => wanted === undefined || String(code) === wanted);
  if (found.length === 0)
    throw new CommandFailure({
      code: 'code_unknown',
      message: 'this code is not known',
      seen: [String(wanted)],
      allowed: [codes.map(({ code }) => code).join(', ')],
      hints: [
        "read the service's own message, which stands beside the code",
        "Zonewright's own messages say what to do",
      ],
    });
  for (const { code, hint } of found) out(`${colors.bold(String(code))}  ${hint}`);
  return EXIT_OK;
}
