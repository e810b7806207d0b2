export { canonical, equal } from './canonical';
export { ExactNumber } from './exact-number';
export { decodeJson, encodeJson, isNestedTooDeep, readJsonTree, writeJsonTree } from './json';
export {
  isWhollyKnown,
  isUnknown,
  Unknown,
  type Refinements,
  isMembers,
  type Members,
  type Value,
} from './value';
export { decodeMsgpack, encodeMsgpack } from './msgpack';
export { pathText, type Path, type PathStep, ValueError } from './place';
export { types, type Type, typeToJson } from './type';
