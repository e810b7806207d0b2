import { fromAuthor } from '../author-values';
import { mapMembers, transformNested, type MembersTransform } from './members';

/** Puts the default where the configuration leaves an attribute out. */
export const applyDefaults: MembersTransform = (attributes, planned, config) =>
  mapMembers(planned, (value, name) => {
    const attribute = attributes[name];
    if (!attribute) return value;
    const written = config?.[name] ?? null;
    if (written === null && attribute.default !== undefined) return fromAuthor(attribute.default);
    return attribute.nested ? transformNested(attribute, value, written, applyDefaults) : value;
  });
