import type { Checked } from '../checks/problem';
import type { Reader } from '../checks/reader';
import { checkBody } from './check-body';
import { DATASETS, DEFAULT_DATASET } from './datasets';
import { readDestinationText } from './read-destination';
import { MAX_TEXT } from './text-limits';

/** The body of the operations on a destination (docs/service.md 5.1). Its form is for the operation to judge. */
export function readDestinationBody(body: unknown): Checked<string> {
  return checkBody(body, (reader) =>
    readDestinationText(reader, reader.members(['destination_conf'])?.required('destination_conf')),
  );
}

/** The body of the validation of a token (docs/service.md 5.1). */
export function readChallengeBody(
  body: unknown,
): Checked<{ readonly destination: string; readonly challenge: string }> {
  return checkBody(body, (reader) => {
    const members = reader.members(['destination_conf', 'ownership_challenge']);
    const destination = readDestinationText(reader, members?.required('destination_conf'));
    const challenge = longText(members?.required('ownership_challenge'));
    return destination === undefined || challenge === undefined ? undefined : { destination, challenge };
  });
}

/** The body of the validation of options (docs/service.md 5.1). */
export function readOriginBody(
  body: unknown,
): Checked<{ readonly options: string | null; readonly dataset: string }> {
  return checkBody(body, (reader) => {
    const members = reader.members(['logpull_options', 'dataset']);
    const sent = members?.required('logpull_options');
    const options = sent?.value === null ? null : longText(sent);
    const sentDataset = members?.optional('dataset');
    const dataset = sentDataset?.value === null ? undefined : sentDataset?.oneOf(DATASETS);
    return options === undefined ? undefined : { options, dataset: dataset ?? DEFAULT_DATASET };
  });
}

function longText(reader: Reader | undefined): string | undefined {
  const text = reader?.string();
  if (text === undefined || text.length <= MAX_TEXT) return text;
  return reader?.refuse(`it must have at most ${MAX_TEXT} characters`);
}
