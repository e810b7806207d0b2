import { Aspects, type IAspect, type TerraformStack } from 'cdktf';

/** Set on an aspect that also holds for the stacks below the construct that it was added to. */
export const INHERITED = Symbol.for('zonewright/InheritedAspect');

/**
 * Adds to a stack the aspects of the app and of everything else around the stack that are meant for it: cdktf runs only
 * those of the stack and of what is in it.
 */
export function inheritAspects(stack: TerraformStack): void {
  const own = Aspects.of(stack);
  const around = stack.node.scopes.slice(0, -1).flatMap((scope) => Aspects.of(scope).all);
  for (const aspect of around) if (isInherited(aspect) && !own.all.includes(aspect)) own.add(aspect);
}

function isInherited(aspect: IAspect): boolean {
  return INHERITED in aspect;
}
