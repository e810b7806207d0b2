export { canonical, equal, refuseUnknown } from './canonical';
export { decodeJson, readJsonTree } from './json';
export { decodeMsgpack, encodeMsgpack } from './msgpack';
export { InexactNumber } from './number';
export { MAX_DEPTH, ValueError, within, type Path } from './value-error';
export { types, type Type, typeToJson } from './type';
export { isMembers, type Members, type Value } from './value';
