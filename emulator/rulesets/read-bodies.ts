import { present } from '../checks/json';
import type { Checked, Members, Reader } from '../checks/reader';
import { check } from '../checks/reader';
import type { Phase } from './phases';
import { PHASES } from './phases';
import type { RuleContext, RuleInput } from './read-rules';
import { readRules } from './read-rules';

/** The body of a creation (docs/service.md 3.3). */
export interface NewRuleset {
  readonly name: string;
  readonly phase: Phase;
  readonly description: string;
  readonly rules: readonly RuleInput[];
}

/** The body of an update (docs/service.md 3.3) and of an entry-point update (docs/service.md 7.4). */
export interface RulesetChange {
  readonly name?: string;
  readonly kind?: string;
  readonly phase?: string;
  readonly description?: string;
  readonly rules?: readonly RuleInput[];
}

// Clients send back whole rulesets that they read; what only the service sets is taken and not used.
const SET_BY_SERVICE = ['id', 'version', 'last_updated'] as const;

export function readNewRuleset(body: unknown, contextOf: (phase: Phase) => RuleContext): Checked<NewRuleset> {
  return check(body, (reader) => {
    const members = reader.members(['name', 'kind', 'phase', 'description', 'rules']);
    const name = readName(members?.required('name'));
    const kind = members?.required('kind')?.oneOf(['zone']);
    const phase = members?.required('phase')?.oneOf(PHASES);
    const description = members?.optional('description')?.string() ?? '';
    const sent = members?.optional('rules');
    const rules = phase && sent ? readRules(sent, contextOf(phase)) : [];
    if (!name || !kind || !phase || !rules) return undefined;
    return { name, phase, description, rules };
  });
}

export function readRulesetUpdate(body: unknown, context: RuleContext): Checked<RulesetChange> {
  return check(body, (reader) => {
    const members = reader.members([...SET_BY_SERVICE, 'name', 'kind', 'phase', 'description', 'rules']);
    if (members === undefined) return undefined;
    readSetByService(members);
    const name = members.optional('name')?.string();
    const kind = members.optional('kind')?.string();
    const phase = members.optional('phase')?.string();
    return { ...present({ name, kind, phase }), ...readContent(members, context) };
  });
}

/** `kind` and `phase` are not taken: the path says them (docs/service.md 3.1). */
export function readEntryPointUpdate(body: unknown, context: RuleContext): Checked<RulesetChange> {
  return check(body, (reader) => {
    const members = reader.members([...SET_BY_SERVICE, 'name', 'description', 'rules']);
    if (members === undefined) return undefined;
    readSetByService(members);
    const name = readName(members.optional('name'));
    return { ...present({ name }), ...readContent(members, context) };
  });
}

function readName(reader: Reader | undefined): string | undefined {
  return reader?.matching(/\S/, 'a name that is not blank');
}

function readSetByService(members: Members<(typeof SET_BY_SERVICE)[number]>): void {
  for (const name of SET_BY_SERVICE) members.optional(name)?.string();
}

/** The rules may be absent only from an update of the description (docs/service.md 3.2). */
function readContent(members: Members<'description' | 'rules'>, context: RuleContext): RulesetChange {
  const description = members.optional('description')?.string();
  const sent = description === undefined ? members.required('rules') : members.optional('rules');
  const rules = sent && readRules(sent, context);
  return present({ description, rules });
}
