import type { Attribute, Attributes, ObjectSchema, PathStep } from '../../../../schema/description';
import { Severity, type MessageInit } from '../../protocol';
import { printable } from '../../text';
import { attributeType } from '../schema-type';
import type { Type } from '../../values';
import type { Diagnostic, Diagnostics } from '../diagnostics';
import { isSecret, type Secrets } from '../secrets';

type Step = MessageInit<'AttributePath.Step'>;

/** The diagnostics of a call as the engine takes them: no secret in them, and nothing that would act on a terminal. */
export function diagnosticMessages(
  schema: ObjectSchema,
  diagnostics: Diagnostics,
  secrets: Secrets,
): MessageInit<'Diagnostic'>[] {
  return diagnostics.all.map((diagnostic) => message(schema.attributes, diagnostic, secrets));
}

function message(
  attributes: Attributes,
  diagnostic: Diagnostic,
  secrets: Secrets,
): MessageInit<'Diagnostic'> {
  const path = attributePath(attributes, diagnostic.path);
  const steps = isSensitive(attributes, diagnostic.path) ? [] : path;
  return {
    severity: diagnostic.severity === 'error' ? Severity.ERROR : Severity.WARNING,
    summary: shown(`${placeInside(path)}${diagnostic.summary}`, secrets),
    detail: shown(diagnostic.detail, secrets),
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
