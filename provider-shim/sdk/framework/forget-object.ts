/**
 * How to remove an object from the state while the service keeps what it manages: a sentence for the end of a message. It
 * covers an object of the root module, of a module, of `count` or `for_each`, and a construct.
 *
 * @param type the type of the resource
 */
export function waysToForget(type: string): string {
  return `replace its resource block with this block in the root module (Terraform 1.7 or newer), and apply, on OpenTofu with -refresh=false:

  removed {
    from = ${type}.NAME
    lifecycle {
      destroy = false
    }
  }

In a module, from is module.MODULE.${type}.NAME. With count or for_each, the block takes no key and forgets all instances. To forget one of them, or the rest of a replaced object, run:

  terraform state rm '${type}.NAME["KEY"]'

In TypeScript, call forget() on the construct. If it is gone, write instead:

  ${constructOf(type)}.forget(stack, '${type}.NAME');

terraform state list shows full addresses.`;
}

/** The class of a resource in TypeScript: `LogpushJob` for `zone_logpush_job`. */
function constructOf(type: string): string {
  return type.replace(/^[^_]*/, '').replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}
