/**
 * How an object leaves the state while the service keeps what it manages: a sentence for the end of a message. It fits
 * an object of the root module, of a module, of `count` or `for_each`, and a construct.
 *
 * @param type the type of the resource
 */
export function waysToForget(type: string): string {
  return `write this in the root module, in the place of its resource block (Terraform 1.7 or newer), and apply, on OpenTofu with -refresh=false:

  removed {
    from = ${type}.NAME
    lifecycle {
      destroy = false
    }
  }

In a module, from is module.MODULE.${type}.NAME. With count or for_each, the block forgets all instances and takes no key; for one of them, and for what is left over of a replaced object, run:

  terraform state rm '${type}.NAME["KEY"]'

In TypeScript, call forget() on the construct; if it is gone, write in its place:

  ${constructOf(type)}.forget(stack, '${type}.NAME');

terraform state list shows the whole address.`;
}

/** The class of a resource in TypeScript: `LogpushJob` for `zone_logpush_job`. */
function constructOf(type: string): string {
  return type.replace(/^[^_]*/, '').replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}
