/** The path of `{base_url}`, with the version prefix (docs/service.md 1.3). */
export const BASE_PATH = '/client/v4';
