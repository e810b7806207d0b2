import type { Adoptable, ListedZone } from '../../provider-shim/zone-reader';
import { resourceOf } from '../resources';

/** Names that mean something else in a generated project: files, functions and words of the languages. */
const TAKEN = new Set(
  (
    'app main imports override secret stack zone zones class const default delete do else enum export extends ' +
    'false finally for function if import in instanceof let new null package private protected public return ' +
    'static super switch this throw true try typeof var void while with yield await case catch continue debugger ' +
    'break implements interface arguments eval count each local locals module provider resource variable data ' +
    'output terraform path self depends_on lifecycle for_each connection provisioner version source providers'
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
  let labels = zones.map((zone) => [zone.id, plainLabel(zone)] as const);
  // Then as many digits of the id as it takes.
  for (const digits of [8, 32]) {
    const uses = new Map<string, number>();
    for (const [, label] of labels) uses.set(squeezed(label), (uses.get(squeezed(label)) ?? 0) + 1);
    labels = labels.map(([id, label], index) => {
      const isShared = (uses.get(squeezed(label)) ?? 0) > 1;
      return [id, isShared ? `${plainLabel(zones[index] as ListedZone)}_${id.slice(0, digits)}` : label];
    });
  }
  return new Map(labels);
}

function plainLabel({ id, name }: ListedZone): string {
  const label = slug(name);
  if (label === '') return `zone_${id.slice(0, 8)}`;
  return /^\d/.test(label) || TAKEN.has(label) ? `zone_${label}` : label;
}

function squeezed(label: string): string {
  return label.replaceAll('_', '');
}

/** An object with the name of its resource. */
export interface Labelled<T extends Adoptable = Adoptable> {
  readonly label: string;
  readonly object: T;
}

/** What an object is known by in several runs. */
export function objectKey({ type, importId }: Pick<Adoptable, 'type' | 'importId'>): string {
  return `${type} ${importId}`;
}

/**
 * The names of a zone's resources, each unique over all zones and types, as the constructs of a stack have to be: the label
 * of the zone, followed by what the object is; for a log push job by its own name, or by its dataset if it has none or is
 * named like the zone.
 *
 * @param labels of all zones
 * @param before the names that objects have already, by {@link objectKey}
 */
export function labelled(
  objects: readonly Adoptable[],
  zone: string,
  labels: ReadonlySet<string>,
  before: ReadonlyMap<string, string> = new Map(),
): readonly Labelled[] {
  const used = new Set(before.values());
  const own = objects.map(({ type, job }) => {
    if (!job) return resourceOf(type)?.label ?? slug(type);
    const name = slug(job.name);
    return name === '' || name === zone ? slug(job.dataset) || 'job' : withoutZone(name, zone);
  });
  return objects.map((object, index) => {
    const { job } = object;
    const label = before.get(objectKey(object));
    if (label !== undefined) return { label, object };
    const name = own[index] ?? '';
    const isShared =
      own.some((other, at) => at !== index && other === name) || used.has(joined(zone, name, labels));
    return { label: joined(zone, job && isShared ? `${name}_${job.id}` : name, labels), object };
  });
}

function withoutZone(name: string, zone: string): string {
  return name.startsWith(`${zone}_`) ? name.slice(zone.length + 1) : name;
}

/** With two `_` where one would make the name of another zone's job: no label has two. */
function joined(zone: string, name: string, labels: ReadonlySet<string>): string {
  const label = `${zone}_${name}`;
  const words = name.split('_');
  const isOfAnother = words.some((_word, index) =>
    labels.has(`${zone}_${words.slice(0, index + 1).join('_')}`),
  );
  return isOfAnother ? `${zone}__${name}` : label;
}
