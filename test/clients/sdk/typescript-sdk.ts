import { DEFAULT_TOKEN } from '../../../emulator';

/** The majors of the vendor's TypeScript SDK that are run: packages of test/clients/package.json. */
export const TYPESCRIPT_SDKS = ['cloudflare-7', 'cloudflare-4'] as const;
export type TypeScriptSdk = (typeof TYPESCRIPT_SDKS)[number];

/** A request of the SDK with its answer. */
export interface Exchange {
  readonly method: string;
  /** Below the base URL, with the query. */
  readonly path: string;
  readonly status: number;
  /** The answer's JSON. */
  readonly answer: unknown;
}

/** The SDK's client, and the exchanges that it had. */
export interface RecordedClient {
  /** The resource object at a path such as `rulesets.rules`, or the client itself for the empty path. */
  resource(path: string): SdkResource;
  readonly exchanges: readonly Exchange[];
}

/** An object of the SDK whose functions are the methods of a resource. */
export type SdkResource = Readonly<Record<string, unknown>>;

type ClientClass = new (options: object) => object;

/** The SDK as its documentation sets it up: a base URL and a token. No retries, so that each answer is seen. */
export function createClient(sdk: TypeScriptSdk, baseURL: string): RecordedClient {
  const exchanges: Exchange[] = [];
  const recordingFetch = async (url: string | URL, init?: RequestInit): Promise<Response> => {
    const response = await fetch(url, init);
    const text = await response.clone().text();
    exchanges.push({
      method: init?.method?.toUpperCase() ?? 'GET',
      path: String(url).slice(baseURL.length),
      status: response.status,
      answer: text === '' ? null : JSON.parse(text),
    });
    return response;
  };
  const { default: Client } = jest.requireActual<{ readonly default: ClientClass }>(sdk);
  const client = new Client({ apiToken: DEFAULT_TOKEN, baseURL, fetch: recordingFetch, maxRetries: 0 });
  return {
    resource: (path) =>
      path
        .split('.')
        .filter((name) => name !== '')
        .reduce<SdkResource>((found, name) => found[name] as SdkResource, client as unknown as SdkResource),
    exchanges,
  };
}
