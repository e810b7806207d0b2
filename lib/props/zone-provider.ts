// Written by "npm run docs" from providerSchema: change that, and not this file.

/** The arguments of `ZoneProvider`. */
export interface ZoneProviderArguments {
  /**
   * The base URL of the API with its version prefix. `https`, or `http` on loopback.
   * @default `ZONEWRIGHT_BASE_URL` in the environment of the engine
   */
  readonly baseUrl?: string;
  /**
   * A bearer token. Conflicts with `email` and `apiKey`. Hidden in what the engine prints.
   * @default `ZONEWRIGHT_API_TOKEN` in the environment of the engine
   */
  readonly apiToken?: string;
  /**
   * The e-mail address that goes with `apiKey`.
   * @default `ZONEWRIGHT_EMAIL` in the environment of the engine
   */
  readonly email?: string;
  /**
   * An API key; needs `email`. Hidden in what the engine prints.
   * @default `ZONEWRIGHT_API_KEY` in the environment of the engine
   */
  readonly apiKey?: string;
  /**
   * The most custom log fields of a zone, over all three lists.
   * @default 40
   */
  readonly maxCustomFields?: number;
  /**
   * Seconds to wait for the answer to a request, 1 to 600.
   * @default `ZONEWRIGHT_REQUEST_TIMEOUT` in the environment, else 30
   */
  readonly requestTimeout?: number;
  /**
   * How often to retry a request that is safe to repeat after a transient failure, 0 to 20.
   * @default `ZONEWRIGHT_MAX_RETRIES` in the environment, else 4
   */
  readonly maxRetries?: number;
  /**
   * The most requests per second of each provider process, 1 to 1000.
   * @default `ZONEWRIGHT_MAX_REQUESTS_PER_SECOND` in the environment, else as fast as the remaining limit of the
   * service allows
   */
  readonly maxRequestsPerSecond?: number;
  /**
   * After how many failed migrations of an apply no other one begins, 1 to 100000.
   * @default `ZONEWRIGHT_MAX_FAILED_MIGRATIONS` in the environment, else no limit
   */
  readonly maxFailedMigrations?: number;
}
