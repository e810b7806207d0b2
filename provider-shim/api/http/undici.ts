import { setFlagsForRequests } from './v8-flags';

/**
 * The only module that loads undici at run time; everything else imports its types.
 *
 * The parts are named one by one because the package's entry point also loads fetch, WebSocket, the cache and the
 * mock agent: bundled, that is 536 kB and 66 ms where these parts are 284 kB and 25 ms, and Terraform starts the
 * provider several times for each command. A test holds that they are the classes that the entry point exports.
 */
export { default as Pool } from 'undici/lib/dispatcher/pool.js';

setFlagsForRequests();
