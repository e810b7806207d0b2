/** The path of `{base_url}`, with the version prefix (spec 9). */
export const BASE_PATH = '/client/v4';
