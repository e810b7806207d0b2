export { LogCustomFields, type LogCustomFieldsProps } from './log-custom-fields';
export type { MetaArguments } from './binding/meta';
export type { ListReference, ReferencesTo } from './binding/references';
export {
  placeProvider,
  type PlacedProvider,
  type PlaceProviderOptions,
  PROVIDER_PLATFORMS,
  ProviderNotBuiltError,
} from './provider-package';
export { PROVIDER_FOLDER_CONTEXT } from './stack-plugins';
export { ZoneProvider, type ZoneProviderProps } from './zone-provider';
export { ZoneRulesets, type ZoneRulesetsProps } from './zone-rulesets';
