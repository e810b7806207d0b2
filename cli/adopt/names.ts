import type { Adoptable, ListedZone } from '../../provider-shim/zone-reader';
import { resourceOf } from '../resources';

/** Names that mean something else in a generated project: files, functions, words of the languages, devices of Windows. */
const TAKEN = new Set(
  (
    'app main imports override secret stack zone zones class const default delete do else enum export extends ' +
    'false finally for function if import in instanceof let new null package private protected public return ' +
    'static super switch this throw true try typeof var void while with yield await case catch continue debugger ' +
    'break implements interface arguments eval count each local locals module provider resource variable data ' +
    'output terraform path self depends_on lifecycle for_each connection provisioner version source providers ' +
    'require exports undefined con prn aux nul'
  ).split(' '),
);

/** Lower-case letters and digits of a text, with `_` for everything between: `api.example.com` is `api_example_com`. */
export function slug(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+/, '')
    .slice(0, LONGEST)
    .replace(/_+$/, '');
}

/** Of a word: file systems take names of 255 bytes, and a label has several words. */
const LONGEST = 80;

/**
 * A label for each zone, from its name: the name of its resources, and of its file with `-` for `_`. Zones whose labels
 * would be the same, or the same without `_`, have the beginning of their id at the end. So a label depends neither on the
 * order of the zones nor on when they are read.
 */
export function zoneLabels(zones: readonly ListedZone[]): ReadonlyMap<string, string> {
  // As many digits of the id as it takes. A label with all of them differs from every other that has them.
  const digits = zones.map(() => 0);
  for (;;) {
    const labels = zones.map(({ id, name }, index) => {
      const word = slug(name) || id.slice(0, 8);
      const isTaken = slug(name) === '' || /^\d|^(com|lpt)\d$/.test(word) || TAKEN.has(word);
      return (isTaken ? `zone_${word}` : word) + `_${id}`.slice(0, digits[index]);
    });
    const names = labels.map((label) => label.replaceAll('_', ''));
    const rising = sharedIn(names).filter((index) => digits[index] !== 33);
    if (rising.length === 0) return new Map(zones.map(({ id }, index) => [id, labels[index] ?? '']));
    for (const index of rising) digits[index] = digits[index] === 0 ? 9 : 33;
  }
}

/** Where a text stands that stands in several places. */
function sharedIn(texts: readonly string[]): readonly number[] {
  const uses = new Map<string, number>();
  for (const text of texts) uses.set(text, (uses.get(text) ?? 0) + 1);
  return texts.flatMap((text, index) => ((uses.get(text) ?? 0) > 1 ? [index] : []));
}

/** What an object is known by in several runs. */
export function objectKey({ type, importId }: Pick<Adoptable, 'type' | 'importId'>): string {
  return `${type} ${importId}`;
}

/**
 * The names of a zone's resources, each unique over all zones and types, as the constructs of a stack have to be: the label
 * of the zone, followed by what the object is; for a log push job by its own name, or by its dataset if it has none or is
 * named like the zone, and by its number besides, as often as it takes, where another would be called the same. No order
 * of the objects changes that.
 *
 * @param labels of all zones
 * @param before the names that objects have already, by {@link objectKey}
 */
export function labelled(
  objects: readonly Adoptable[],
  zone: string,
  labels: ReadonlySet<string>,
  before: ReadonlyMap<string, string> = new Map(),
): readonly { readonly label: string; readonly object: Adoptable }[] {
  const own = objects.map(({ type, job }) => {
    if (!job) return resourceOf(type)?.label ?? slug(type);
    const name = slug(job.name);
    if (name === '' || name === zone) return slug(job.dataset) || 'job';
    return name.startsWith(`${zone}_`) ? name.slice(zone.length + 1) : name;
  });
  const kept = objects.map((object) => before.get(objectKey(object)));
  for (;;) {
    const all = own.map((name, index) => {
      const words = name.split('_');
      // With two `_` where one would make the name of another zone's job: no label has two.
      const isOfAnother = words.some((_word, at) => labels.has([zone, ...words.slice(0, at + 1)].join('_')));
      return kept[index] ?? `${zone}_${isOfAnother ? '_' : ''}${name}`;
    });
    const shared = sharedIn([...all, ...before.values()]).filter(
      (index) => index < all.length && !kept[index],
    );
    const jobs = shared.filter((index) => objects[index]?.job);
    // An earlier run may have named a job as what the zone has once would be.
    const rising = jobs.length > 0 ? jobs : shared;
    if (rising.length === 0) return objects.map((object, index) => ({ label: all[index] ?? '', object }));
    for (const index of rising) own[index] = `${own[index]}_${objects[index]?.job?.id ?? 'zone'}`;
  }
}
