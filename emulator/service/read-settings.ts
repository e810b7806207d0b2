import { present } from '../checks/json';
import { type Checked, type Reader, check } from '../checks/reader';
import type { Model, SeedOptions, ServiceSettings, SettingValues } from './settings';
import { MODELS, SETTING_NAMES, SETTINGS, settingsOf } from './settings';

const OPTIONS = SETTING_NAMES.map((name) => SETTINGS[name].option);

/** What an emulator is started with. */
export interface StartSettings {
  /** Take precedence over the options of every state. */
  readonly settings: Partial<ServiceSettings>;
  /** The model of states that name none. */
  readonly defaultModel: Model;
}

/** Reads the `options` of a state: a model, and values that it has instead of the model's. */
export function readSettings(reader: Reader | undefined, start: StartSettings): ServiceSettings {
  const members = reader?.members(['model', ...OPTIONS]);
  const named = members?.optional('model')?.oneOf(MODELS);
  const model = start.settings.model ?? named ?? start.defaultModel;
  const sent = SETTING_NAMES.map((name) => {
    const { option, read } = SETTINGS[name];
    const value = members?.optional(option);
    return [name, value && read(value)];
  });
  const values = present(Object.fromEntries(sent) as Partial<SettingValues>);
  return settingsOf(model, { ...values, ...present(start.settings) });
}

/** The settings as the `options` of a seed: the model, and the values that differ from it. */
export function settingsDocument(settings: ServiceSettings): SeedOptions {
  const { model } = settings;
  const differing = SETTING_NAMES.filter((name) => settings[name] !== SETTINGS[name][model]);
  return {
    model,
    ...Object.fromEntries(differing.map((name) => [SETTINGS[name].option, settings[name]])),
  };
}

/** Checks settings that a program starts an emulator with. They may come from JSON, or from untyped code. */
export function readStartSettings(settings: object): Checked<Partial<ServiceSettings>> {
  return check(settings, (reader) => {
    const members = reader.members(['model', ...SETTING_NAMES]);
    const read = SETTING_NAMES.map((name) => {
      const sent = members?.optional(name);
      return [name, sent?.value === undefined ? undefined : SETTINGS[name].read(sent)];
    });
    const model = members?.optional('model');
    return present({
      ...(Object.fromEntries(read) as Partial<SettingValues>),
      model: model?.value === undefined ? undefined : model.oneOf(MODELS),
    });
  });
}
