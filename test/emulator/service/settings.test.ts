import type { EmulatorOptions, Model, SeedDocument, ServiceSettings, Snapshot } from '../../../emulator';
import { createEmulator, DEFAULT_SEED, MODELS, SeedError } from '../../../emulator';
import { settingsOf } from '../../../emulator/service/settings';

function settingsWith(options: EmulatorOptions): ServiceSettings {
  return createEmulator(options).control.settings();
}

const withOptions = (options: SeedDocument['options']): SeedDocument => ({
  ...DEFAULT_SEED,
  ...(options && { options }),
});

describe('the model of the service', () => {
  it.each<[string, EmulatorOptions, Model]>([
    ['is that of the specification', {}, 'specification'],
    ['is the one that the seed names', { seed: withOptions({ model: 'today' }) }, 'today'],
    ['is the one that a start names', { settings: { model: 'today' } }, 'today'],
    [
      'is the one that a start names, also if the seed names another',
      { seed: withOptions({ model: 'today' }), settings: { model: 'specification' } },
      'specification',
    ],
    ['is the default of the start if the seed names none', { defaultModel: 'today' }, 'today'],
    [
      'is the one that the seed names, whatever the default',
      { seed: withOptions({ model: 'specification' }), defaultModel: 'today' },
      'specification',
    ],
  ])('%s', (_name, options, model) => {
    expect(settingsWith(options)).toEqual(settingsOf(model));
  });

  it('gives way to single settings, those of the seed to those of the start', () => {
    const seed = withOptions({ model: 'today', logpush_jobs: 10, rate_limit: 0 });
    expect(settingsWith({ seed, settings: { rateLimit: 5 } })).toEqual({
      ...settingsOf('today'),
      logpushJobs: 10,
      rateLimit: 5,
    });
    expect(settingsWith({ seed, settings: { model: 'specification' } })).toEqual({
      ...settingsOf('specification'),
      logpushJobs: 10,
      rateLimit: 0,
    });
  });

  it('applies to every seed that is loaded later, and to a reset', () => {
    const { control } = createEmulator({ defaultModel: 'today' });
    control.seed({ zones: [], options: { model: 'specification' } });
    expect(control.settings().model).toBe('specification');
    control.seed({ zones: [], options: { finish_seconds: 5 } });
    expect(control.settings()).toEqual({ ...settingsOf('today'), finishSeconds: 5 });
    control.seed({ zones: [], options: { model: 'specification' } });
    control.reset();
    expect(control.settings()).toEqual(settingsOf('today'));
  });

  it('is refused by the names of the models if there is no such model', () => {
    const seed = 'options:\n  model: tomorrow';
    expect(() => createEmulator({ seed })).toThrow(SeedError);
    expect(() => createEmulator({ seed })).toThrow(
      /line 2, column \d+: options\.model: 'tomorrow' .* it must be 'specification' or 'today'$/,
    );
  });
});

describe('the settings of a start', () => {
  it('are refused with every problem, for programs without types', () => {
    const settings = { dryRun: 'none', rateLimit: -1, optionalRules: true } as object;
    expect(() => createEmulator({ settings })).toThrow(
      new TypeError(
        [
          'The settings of the emulator cannot be used:',
          `  optionalRules: 'true' is not a valid value for optionalRules because there is no such member; allowed here: model, ${Object.keys(settingsOf('today')).slice(0, -1).join(', ')}`,
          "  dryRun: 'none' is not a valid value for dryRun because it must be 'supported' or 'ignored'",
          "  rateLimit: '-1' is not a valid value for rateLimit because it must be a whole number, zero or greater, not -1",
        ].join('\n'),
      ),
    );
  });

  it('may be undefined, which is not set', () => {
    const settings = { model: undefined, dryRun: undefined } as object;
    expect(settingsWith({ settings })).toEqual(settingsOf('specification'));
  });
});

describe('snapshots', () => {
  it.each(MODELS)('hold the model %s and the settings that differ from it', (model) => {
    const { control } = createEmulator({ settings: { model, finishSeconds: 7 } });
    expect(control.snapshot().options).toEqual({ model, finish_seconds: 7 });
    const other = createEmulator({ defaultModel: 'today' });
    other.control.restore(control.snapshot());
    expect(other.control.settings()).toEqual({ ...settingsOf(model), finishSeconds: 7 });
  });

  it('without a model are older than the models: they are of the specification', () => {
    const { model: _none, ...options } = {
      ...createEmulator().control.snapshot().options,
      finish_seconds: 5,
    };
    const snapshot: Snapshot = { ...createEmulator().control.snapshot(), options };
    const { control } = createEmulator({ defaultModel: 'today' });
    control.restore(snapshot);
    expect(control.settings()).toEqual({ ...settingsOf('specification'), finishSeconds: 5 });
  });
});
