import { describe } from '../description/attribute';

/** The zones that the credentials see, by name (docs/internals/service.md 9.1). */
export const zonesSchema = describe({
  type: 'zone_zones',
  version: 0,
  description:
    'The ids of zones, looked up by name: with one request for each, or for three and more with the list of zones if that takes fewer. ' +
    'A name that no zone has is an error, and so is one that several have. Where a name can change, write the id.',
  attributes: {
    names: {
      type: { set: 'string' },
      required: true,
      description: 'The names of the zones, e.g. `example.com`.',
    },
    ids: {
      type: { map: 'string' },
      computed: true,
      description: 'The ids of the zones, by name.',
    },
  },
});
