import type { Attribute, Attributes, ObjectSchema, PathStep } from '../../../../schema/description';
import { Severity, type MessageInit } from '../../protocol';
import { printable } from '../../text';
import { attributeType } from '../schema-type';
import type { Type } from '../../values';
import type { Diagnostic, Diagnostics } from '../diagnostics';
import { isSecret, type Secrets } from '../secrets';

type Step = MessageInit<'AttributePath.Step'>;

/**
 * The diagnostics of a call as the engine takes them: no secret in them, and nothing that would act on a terminal. Those of
 * one kind in one attribute are one, so that hundreds of names in a list do not hide the other errors; and what to do about a
 * cause that many objects share is told once in a run. Each of them needs an error of its own: the engine takes a call
 * without one for a success.
 */
export function diagnosticMessages(
  schema: ObjectSchema,
  diagnostics: Diagnostics,
  { secrets, told }: { readonly secrets: Secrets; readonly told: Set<string> },
): MessageInit<'Diagnostic'>[] {
  const { attributes } = schema;
  if (diagnostics.all.length === 0) return [];
  const before = new Set(told);
  return kinds(attributes, diagnostics.all).map((same) => {
    const shown = message(attributes, same, secrets);
    const { severity, detail = '' } = shown;
    if (severity !== Severity.ERROR || detail.length <= LINE) return shown;
    told.add(detail);
    return before.has(detail) ? { ...shown, detail: IN_BRIEF } : shown;
  });
}

/** Characters of a line. */
const LINE = 78;

/** The engine sorts errors by their place, so the one that says it may be below; in a `check` block it is a warning. */
const IN_BRIEF = 'What to do about it is the same as in another message of this run.';

type Kind = readonly [Diagnostic, ...Diagnostic[]];

/** The diagnostics of each kind and attribute, whatever element it is in, in the order of their first ones. */
function kinds(attributes: Attributes, diagnostics: readonly Diagnostic[]): readonly Kind[] {
  const found = new Map<unknown, Kind>();
  for (const each of diagnostics) {
    const { severity, code, path } = each;
    const kind =
      code === undefined || path.length === 0
        ? each
        : [severity, code, ...attributePath(attributes, path).map(({ attributeName }) => attributeName)].join(
            '.',
          );
    const known = found.get(kind);
    found.set(kind, known === undefined ? [each] : [...known, each]);
  }
  return [...found.values()];
}

/** The first one in full, and a line for each of the others, at the part of the attribute that they have in common. */
function message(
  attributes: Attributes,
  [first, ...others]: Kind,
  secrets: Secrets,
): MessageInit<'Diagnostic'> {
  const place = ({ path }: Diagnostic): string => placeInside(attributePath(attributes, path));
  const lines = others.map((each) => {
    const hint = each.detail === first.detail ? '' : ` ${each.detail.replace(/\s+/g, ' ')}`;
    return `  - ${place(each)}${each.summary}${hint}`;
  });
  const end = first.path.findIndex((step, index) => others.some(({ path }) => path[index] !== step));
  const path = end < 0 ? first.path : first.path.slice(0, end);
  const steps = isSensitive(attributes, path) ? [] : attributePath(attributes, path);
  return {
    severity: first.severity === 'error' ? Severity.ERROR : Severity.WARNING,
    summary: shown(`${place(first)}${first.summary}`, secrets),
    detail: shown([first.detail, ...(lines.length > 0 ? ['', 'Also:', ...lines] : [])].join('\n'), secrets),
    ...(steps.length > 0 ? { attribute: { steps } } : {}),
  };
}

/** A text of any source, safe to show. */
export function shown(text: string, secrets: Secrets): string {
  return printable(secrets.hide(text));
}

/** Inside of an attribute the engine shows no place, so the text names it: `options.timestamps: `. */
function placeInside(path: readonly Step[]): string {
  return path.length < 2 ? '' : `${path.map(stepText).join('')}: `;
}

function stepText(step: Step, index: number): string {
  if (step.attributeName !== undefined) return index === 0 ? step.attributeName : `.${step.attributeName}`;
  return `[${JSON.stringify(step.elementKeyString ?? Number(step.elementKeyInt))}]`;
}

/** The engine quotes the line that a path leads to, so the path of a secret is kept from it: the text names it. */
function isSensitive(attributes: Attributes, [name, ...rest]: readonly PathStep[]): boolean {
  const attribute =
    typeof name === 'string' && Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  if (!attribute) return false;
  if (isSecret(attribute) || !attribute.nested) return isSecret(attribute);
  const inside = attribute.nested === 'single' ? rest : rest.slice(1);
  return inside.length === 0 ? hasSecret(attribute) : isSensitive(attribute.attributes, inside);
}

/** Whether the line of an attribute may show a secret that is inside of it. */
function hasSecret(attribute: Attribute): boolean {
  if (isSecret(attribute)) return true;
  return attribute.nested !== undefined && Object.values(attribute.attributes).some(hasSecret);
}

/** The path as far as the engine can follow it: an element of a set has no address, so the path ends at the set. */
export function attributePath(attributes: Attributes, path: readonly PathStep[]): Step[] {
  const [name, ...rest] = path;
  const attribute =
    typeof name === 'string' && Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  if (!attribute) return [];
  return [{ attributeName: String(name) }, ...steps(attributeType(attribute, true), rest)];
}

function steps(type: Type, [step, ...rest]: readonly PathStep[]): Step[] {
  if (step === undefined) return [];
  switch (type.kind) {
    case 'list':
      return [{ elementKeyInt: Number(step) }, ...steps(type.element, rest)];
    case 'map':
      return [{ elementKeyString: String(step) }, ...steps(type.element, rest)];
    case 'object': {
      const member = type.attributes[step];
      return member ? [{ attributeName: String(step) }, ...steps(member, rest)] : [];
    }
    case 'set':
    case 'string':
    case 'number':
    case 'bool':
      return [];
  }
}
