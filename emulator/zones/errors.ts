import { Refusal } from '../errors/refusal';

// Published: codes and texts are publicly known (docs/internals/service.md 9.4); the statuses are the emulator's.

export function missingItems(): Refusal {
  return badRequest(1004, "Missing 'items'");
}

export function unknownSetting(id: string): Refusal {
  return badRequest(1006, `Unrecognized zone setting name: ${id.slice(0, 80)}`);
}

export function invalidSetting(id: string): Refusal {
  return badRequest(1007, `Invalid value for zone setting ${id}`);
}

export function settingIsFixed(id: string): Refusal {
  return badRequest(1057, `${id} cannot be modified for this zone`);
}

function badRequest(code: number, message: string): Refusal {
  return new Refusal({ status: 400, errors: [{ code, message }] });
}
