import { gzipSync } from 'node:zlib';
import { schemeRules } from '../destinations/destination-schemes';
import type { UploadOutcome } from '../destinations/destinations';
import { parseDestination } from '../destinations/parse-destination';
import { destinationRefused } from '../errors/chosen-logpush';
import type { Refusal } from '../errors/refusal';
import type { Service } from '../service/service';

/** The file by which the service finds out whether a destination takes files, and its content (docs/service.md 5.2). */
const TEST_FILE = 'test.txt.gz';
const TEST_CONTENT = { content: 'test', filename: 'test.txt' };

/** Uploads the test file. */
export async function testDestination(service: Service, destination: string): Promise<UploadOutcome> {
  return service.destinations.upload({
    destination,
    name: TEST_FILE,
    content: gzipSync(JSON.stringify(TEST_CONTENT)),
    contentType: 'application/json',
    contentEncoding: 'gzip',
  });
}

/** Refuses a job whose destination is tested when it is saved and does not take the test file (docs/service.md 5.2). */
export async function refusedByDestination(
  service: Service,
  destination: string,
): Promise<Refusal | undefined> {
  const parsed = parseDestination(destination);
  if (!parsed.ok || !schemeRules(parsed.destination.scheme).tested) return undefined;
  const outcome = await testDestination(service, destination);
  return outcome.ok ? undefined : destinationRefused(outcome.message);
}
