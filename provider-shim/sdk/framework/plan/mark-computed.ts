import { Unknown } from '../../values';
import { mapMembers, transformNested, type MembersTransform } from './members';

/**
 * Makes every computed attribute that the configuration leaves open unknown: something about the object changes,
 * so the provider may answer something new. To be used only when something does change, or every plan shows a diff.
 */
export const markComputed: MembersTransform = (attributes, planned, config) =>
  mapMembers(planned, (value, name) => {
    const attribute = attributes[name];
    if (!attribute) return value;
    const written = config?.[name] ?? null;
    const hasDefault = attribute.default !== undefined;
    if (written === null && attribute.computed && !hasDefault) return Unknown.plain;
    // A default replaces what is not configured, also for nested members.
    const given = written === null && hasDefault ? value : written;
    return attribute.nested ? transformNested(attribute, value, given, markComputed) : value;
  });
