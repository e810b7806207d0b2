/**
 * Values that a document cannot have, by the place where each is put, which the refusal points at. Where it points
 * elsewhere, or has another code, that is said too: `/put → /other, 1002 /another`. `undefined` takes away what is there.
 */
export type Wrong = Readonly<Record<string, readonly unknown[]>>;

/**
 * The places, each with its broken documents and the problems that all of them have, as `code /pointer`.
 *
 * @param below before every place
 * @param code of every refusal that names no other; 0 has none
 */
export function brokenOnes(good: unknown, below: string, wrong: Wrong, code = 0) {
  return Object.entries(wrong).map(([row, values]) => {
    const [place = '', reported = place] = row.split(' → ');
    const problems = reported.split(', ').map((problem) => {
      const [, own = code, pointer = ''] = /^(?:(\d+) )?(.*)$/.exec(problem) ?? [];
      return shownProblem({ code: Number(own), pointer: below + pointer });
    });
    const path = (below + place).split('/').slice(1);
    return {
      place: below + place,
      documents: values.map((value) => withValueAt(good, path, value)),
      problems,
    };
  });
}

function withValueAt(document: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value;
  const members = new Map<string, unknown>(Object.entries({ ...(document as object) }));
  const changed = withValueAt(members.get(step), rest, value);
  if (changed === undefined) members.delete(step);
  else members.set(step, changed);
  return Array.isArray(document) ? [...members.values()] : Object.fromEntries(members);
}

/** The problem as `code /pointer`. */
export const shownProblem = ({
  code,
  pointer,
}: {
  readonly code?: number;
  readonly pointer?: string | undefined;
}) => [code, pointer].filter((part) => part).join(' ');

/** What became of each document, by its text. */
export async function byDocument(documents: readonly unknown[], outcomeOf: (document: unknown) => unknown) {
  const outcomes: [string, unknown][] = [];
  for (const [index, document] of documents.entries())
    outcomes.push([`${index}: ${JSON.stringify(document)}`.slice(0, 300), await outcomeOf(document)]);
  return Object.fromEntries(outcomes);
}
