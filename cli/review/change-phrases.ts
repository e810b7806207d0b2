import type { Json } from '../text/json';
import { hasApproval, NOT_KNOWN } from './change-kind';
import type { AttributeChange, Change, Drift, MigrationChange, ZoneReference, Proof } from './model';
import { joined, say, shortened, type Phrase } from './phrase';
import { isPublished } from './plan-json';

/** The longest value of an attribute that is shown. */
const LONGEST_VALUE = 160;

/** A zone by its name and its id, as far as they are known. */
export function zonePhrase(zone: ZoneReference): Phrase {
  if (zone.id === null)
    return zone.name === null ? say`a zone that is known only after apply` : say`${zone.name}`;
  return zone.name === null ? say`${zone.id}` : say`${zone.name} (${zone.id})`;
}

/** A change in one line: zone, object, and where it is declared. */
export function changeLine(change: Change): Phrase {
  const zone = change.zone === null ? [] : [...zonePhrase(change.zone), ': '];
  if (change.migration !== null) {
    const isSaid = change.migration.step === 'take over' && change.reason === 'taken over';
    return [...zone, ...migrationLine(change.migration), ...(isSaid ? [] : reason(change))];
  }
  const object = change.object === '' ? say`${change.address}` : say`${change.object}`;
  return [...zone, ...object, ...reason(change)];
}

function reason(change: Change): Phrase {
  const { reason: why } = change;
  return why === null ? [] : say` – ${why}`;
}

/** Whether the service would accept a change, if the plan has asked it. */
export function proofLine({ proof }: Pick<Change, 'proof'>): readonly Phrase[] {
  if (proof === null || proof.outcome === 'off') return [];
  const at = (proof.at ?? '').replace(/^(.*)T(\d\d:\d\d).*$/, '$1 $2 UTC');
  return [say`${PROOFS[proof.outcome].replace('TIME', at)}`];
}

const PROOFS: Readonly<Record<Exclude<Proof['outcome'], 'off'>, string>> = {
  proven: 'proven: the service accepted it at TIME',
  validated: 'validated: the service accepted its destination and options at TIME',
  unknown: 'not proven: a value is known only after apply',
  unsupported: 'not proven: the service cannot be asked about it',
  step: 'not proven: a step of a migration is never tried',
};

/** Where a change is declared, under which name it was before, and whose provider it has if not the published one. */
export function whereLine({ stack, address, previous_address: previous, provider }: Change): Phrase {
  return [
    ...say`${address} in ${stack}`,
    ...(previous === null ? [] : say`, before ${previous}`),
    ...(isPublished(provider) ? [] : say`, of the provider ${provider}`),
  ];
}

function migrationLine(migration: MigrationChange): Phrase {
  const way = say`${migration.from} → ${migration.to}`;
  if (migration.irreversible) return [...way, ', which cannot be undone'];
  if (migration.step === '' && migration.to === NOT_KNOWN) return ['nothing is planned'];
  switch (migration.step) {
    case 'begin validation':
      return [...way, ', from which no zone goes back to start'];
    case 'delete URI overrides':
      return say`deletes ${migration.deleted_uri_overrides.length} URI overrides and stops there`;
    case 'take over':
      return say`takes over a migration that is in ${migration.from}`;
    case 'wait for the finish':
      return say`waits for the end of a migration that is in ${migration.from}`;
    case 'save rules':
      return say`saves changed rules, stays in ${migration.to}`;
    default:
      return migration.skipped_because.length > 0
        ? say`skipped, stays in ${migration.to}`
        : say`stays in ${migration.to}`;
  }
}

/** What a reviewer must know of a migration's step, a line for each fact. */
export function migrationDetails(migration: MigrationChange): readonly Phrase[] {
  const { not_carried_over: losses, rules_digest: digest, approved_digest: approved } = migration;
  const saves = migration.irreversible || migration.step === 'begin validation';
  return [
    ...(saves
      ? [[...say`saves ${migration.rules} rules`, ...(digest === null ? [] : say`, digest ${digest}`)]]
      : []),
    ...(migration.replaced_rules > 0
      ? [say`replaces ${migration.replaced_rules} rules that the zone has now`]
      : []),
    ...(migration.irreversible ? acknowledgement(migration.acknowledged, approved) : []),
    ...(saves ? lossLines(losses, migration.losses_unknown_because) : []),
    ...migration.deleted_uri_overrides.map(
      ({ id, description, urls }) => say`deletes the URI override ${description || id} of ${urls.join(', ')}`,
    ),
    ...migration.skipped_because.map((reason) => say`skipped because: ${reason}`),
    ...(migration.waits ? [say`apply waits for the end: minutes, up to an hour`] : []),
  ];
}

/** That nobody approved what cannot be undone. */
export function approvalLine(migration: MigrationChange): readonly Phrase[] {
  return migration.irreversible && !hasApproval(migration) ? [NO_APPROVAL] : [];
}

const NO_APPROVAL: Phrase = ['no approval is recorded'];

function acknowledgement(acknowledged: boolean, approved: string | null): readonly Phrase[] {
  return [
    acknowledged ? say`acknowledged with the zone's id` : say`not acknowledged: apply will refuse it`,
    ...(approved === null
      ? [say`the digest is not approved (approved_digest is not set)`]
      : [say`the digest is approved`]),
  ];
}

function lossLines(losses: MigrationChange['not_carried_over'], because: string | null): readonly Phrase[] {
  if (losses === null) {
    return [because === null ? say`what is lost is not known` : say`what is lost is not known: ${because}`];
  }
  if (losses.length === 0) return [say`nothing is lost`];
  return losses.map(({ description, kind, id }) => say`not carried over: ${description || `${kind} ${id}`}`);
}

/** The attributes of a change that say what it does, a line for each. */
export function attributeLines(change: Change): readonly Phrase[] {
  // Why a migration is skipped is one of its details.
  const attributes = (change.attributes ?? []).filter(
    ({ path }) => path !== 'skipped_because' || change.migration?.skipped_because.length === 0,
  );
  if (change.migration !== null && change.kind !== 'update') return [];
  switch (change.kind) {
    case 'update':
    case 'move':
    case 'replace':
      return attributes.filter((each) => !each.known_after_apply).map(attributeLine);
    case 'adopt':
      return change.action === 'create' ? takenOverLines(attributes) : attributes.map(attributeLine);
    default:
      return [];
  }
}

/** What a creation that adopts finds (`adopted`), and what it makes of it. */
function takenOverLines(attributes: readonly AttributeChange[]): readonly Phrase[] {
  const byPath = new Map(attributes.map((each) => [each.path, each]));
  const rules = new Set(attributes.flatMap(({ path }) => /^adopted\[\d+\]/.exec(path)?.[0] ?? []));
  const replaced = rules.size > 0 ? [say`replaces ${rules.size} rules that the zone has now`] : [];
  const lines = attributes.flatMap(({ path, after: before, ...rest }) => {
    const name = /^adopted\.(.+)$/.exec(path)?.[1];
    const after = name === undefined ? undefined : byPath.get(name);
    if (name === undefined || JSON.stringify(before) === JSON.stringify(after?.after ?? null)) return [];
    return [attributeLine({ ...rest, path: name, before, after: after?.after ?? null })];
  });
  return [...replaced, ...lines];
}

/** `cookies: + sid, theme`, `enabled: false → true`, `destination_conf: s3://logs (the rest is sensitive)`. */
export function attributeLine(attribute: AttributeChange): Phrase {
  return [
    ...say`${attribute.path}: `,
    ...valuesPhrase(attribute),
    ...(attribute.corrects_drift ? say` (puts back what others changed)` : []),
  ];
}

function valuesPhrase({ before, after, sensitive, known_after_apply: unknown }: AttributeChange): Phrase {
  if (sensitive) return sensitivePhrase(before, after);
  if (unknown) return [...valuePhrase(before), ...say` → known after apply`];
  const [was, is] = [scalars(before), scalars(after)];
  if (was !== undefined && is !== undefined) {
    const added = is.filter((each) => !was.includes(each));
    const removed = was.filter((each) => !is.includes(each));
    if (added.length + removed.length > 0) {
      return joined(
        [
          ...(added.length > 0 ? [say`+ ${shortened(added.join(', '), LONGEST_VALUE)}`] : []),
          ...(removed.length > 0 ? [say`− ${shortened(removed.join(', '), LONGEST_VALUE)}`] : []),
        ],
        ' ',
      );
    }
  }
  return [...valuePhrase(before), ' → ', ...valuePhrase(after)];
}

function sensitivePhrase(before: Json, after: Json): Phrase {
  if (typeof before === 'string' && typeof after === 'string' && before === after) {
    return say`${after} (the part that changes is sensitive)`;
  }
  if (before === null && after === null) return say`sensitive value`;
  return [...valuePhrase(before), ' → ', ...valuePhrase(after), ' (the rest is sensitive)'];
}

function valuePhrase(value: Json): Phrase {
  return value === null ? ['not set'] : say`${shortened(JSON.stringify(value), LONGEST_VALUE)}`;
}

/** The texts of a list of plain values; an unset list counts as empty. */
function scalars(value: Json): readonly string[] | undefined {
  if (value === null) return [];
  if (!Array.isArray(value)) return undefined;
  const list = value as readonly Json[];
  if (list.some((each) => typeof each === 'object')) return undefined;
  return list.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
}

/** Drift in one line, and whether apply puts it back. */
export function driftLine(drift: Drift): Phrase {
  const corrected = {
    all: drift.kind === 'deleted' ? 'apply creates it again' : 'apply puts it back',
    some: 'apply puts some of it back',
    none: 'apply leaves it as it is',
    recorded: 'apply records it in the state',
  }[drift.corrected];
  return [
    ...(drift.zone === null ? [] : [...zonePhrase(drift.zone), ': ']),
    ...say`${drift.address} in ${drift.stack} was ${drift.kind}; `,
    corrected,
  ];
}
