/** Runs the calls of a client one after the other and prints what became of each, as lines of JSON. */

const environment = (name) => process.env[name] ?? '';

export const BASE_URL = environment('CLIENT_BASE_URL');
export const TOKEN = environment('CLIENT_TOKEN');
export const ZONE = environment('CLIENT_ZONE_ID');

/**
 * Returns the result of the call; undefined after an error, or if the result is not the wanted one.
 *
 * @param {string} name
 * @param {() => Promise<any>} call
 * @param {(result: any) => boolean} [wanted]
 */
export async function run(name, call, wanted = () => true) {
  try {
    const result = await call();
    if (wanted(result)) {
      print(name, null);
      return result;
    }
    print(name, `unexpected answer: ${JSON.stringify(result)}`);
  } catch (raised) {
    // Whatever a client raises is the outcome.
    print(name, String(raised));
  }
  return undefined;
}

function print(call, error) {
  process.stdout.write(`${JSON.stringify({ call, error: error?.slice(0, 800) ?? null })}\n`);
}
