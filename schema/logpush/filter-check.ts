import { isRecord, canonicalJson, type JsonObject } from '../description/value';
import { oneProblem, type Problem } from '../description/problem';

/** The operators of a leaf of a filter (docs/internals/service.md 5.5). */
export const FILTER_OPERATORS = [
  'eq',
  '!eq',
  'lt',
  'leq',
  'gt',
  'geq',
  'startsWith',
  'endsWith',
  '!startsWith',
  '!endsWith',
  'contains',
  '!contains',
  'in',
  '!in',
] as const;

/**
 * The publicly documented log fields of the dataset `http_requests`, by the types by which operators fit them
 * (docs/internals/service.md 5.5). A time is a number or a text; a ratio counts as `int`.
 */
export const FILTERED_FIELDS = {
  string: `
    BotScoreSrc CacheCacheStatus ClientCity ClientCountry ClientDeviceType ClientIP ClientIPClass ClientLatitude
    ClientLongitude ClientMTLSAuthCertFingerprint ClientMTLSAuthStatus ClientRegionCode ClientRequestHost
    ClientRequestMethod ClientRequestPath ClientRequestProtocol ClientRequestReferer ClientRequestScheme
    ClientRequestSource ClientRequestURI ClientRequestUserAgent ClientSSLCipher ClientSSLProtocol
    ClientXRequestedWith EdgeColoCode EdgePathingOp EdgePathingSrc EdgePathingStatus EdgeRequestHost
    EdgeResponseContentType EdgeServerIP FraudAttack FraudEmailRisk FraudUserID JA3Hash JA4 JSDetectionPassed
    LeakedCredentialCheckResult OriginIP OriginResponseHTTPExpires OriginResponseHTTPLastModified
    OriginSSLProtocol ParentRayID PayPerCrawlStatus RayID SecurityAction SecurityRuleDescription SecurityRuleID
    VerifiedBotCategory WAFFlags WAFMatchedVar WebAssetsOperationID WorkerScriptName WorkerStatus ZoneName`,
  int: `
    BotScore CacheResponseBytes CacheResponseStatus ClientASN ClientRequestBytes ClientSrcPort ClientTCPRTTMs
    EdgeColoID EdgeResponseBodyBytes EdgeResponseBytes EdgeResponseCompressionRatio EdgeResponseStatus
    EdgeTimeToFirstByteMs OriginDNSResponseTimeMs OriginRequestHeaderSendDurationMs OriginResponseBytes
    OriginResponseDurationMs OriginResponseHeaderReceiveDurationMs OriginResponseStatus OriginResponseTime
    OriginTCPHandshakeDurationMs OriginTLSHandshakeDurationMs SmartRouteColoID UpperTierColoID WAFAttackScore
    WAFRCEAttackScore WAFSQLiAttackScore WAFXSSAttackScore WorkerCPUTime WorkerSubrequestCount WorkerWallTimeUs`,
  bool: 'CacheReserveUsed CacheTieredFill EdgeCFConnectingO2O WorkerSubrequest',
  array: `
    BotDetectionIDs BotDetectionTags BotTags ContentScanObjResults ContentScanObjSizes ContentScanObjTypes
    FraudDetectionIDs FraudDetectionTags SecurityActions SecurityRuleIDs SecuritySources WebAssetsLabelsManaged`,
  object: 'Cookies JA4Signals RequestHeaders ResponseHeaders',
  time: 'EdgeEndTimestamp EdgeStartTimestamp',
} as const;

const TYPES = new Map(
  Object.entries(FILTERED_FIELDS).flatMap(([type, names]) =>
    [...names.matchAll(/\w+/g)].map(([name]) => [name, type as keyof typeof FILTERED_FIELDS]),
  ),
);

/** The operators for fields of these types (docs/internals/service.md 5.5). */
const OPERATORS_OF = {
  string: /^!?(eq|startsWith|endsWith|contains|in)$/,
  int: /^(!?(eq|in)|lt|leq|gt|geq)$/,
  bool: /^!?eq$/,
  array: /^!?contains$/,
  object: /^$/,
  time: /^/,
} satisfies Readonly<Record<keyof typeof FILTERED_FIELDS, RegExp>>;

/** Checks that the operators of a job's `filter` fit the types of its fields, as far as these are known here. */
export function filterOperatorsFit(config: JsonObject): readonly Problem[] {
  const { dataset, filter } = config;
  const isOfRequests = dataset === null || dataset === 'http_requests';
  const leaves: Leaf[] = [];
  // What else may be wrong is said of the text.
  if (!isOfRequests || typeof filter !== 'string' || problemsOf(filter, leaves).length > 0) return [];
  return leaves.flatMap(({ key, operator, at }) => {
    const type = TYPES.get(key);
    if (type === undefined || OPERATORS_OF[type].test(operator)) return [];
    const allowed = FILTER_OPERATORS.filter((each) => OPERATORS_OF[type].test(each));
    const seen = `The operator at ${at} is "${operator}", and the field ${key} is of type ${type}.`;
    const hint = `Allowed for ${type}: ${allowed.join(', ') || 'none, so use another field'}.`;
    return oneProblem('filter_operator_unfit', seen, hint, ['filter']);
  });
}

/** A comparison of a filter. */
type Leaf = Readonly<Record<'key' | 'operator' | 'at', string>>;

/** The longest filter, in bytes of UTF-8 (docs/internals/service.md 5.5). */
export const MAX_FILTER_BYTES = 1000;

/** The most operators in a filter (docs/internals/service.md 5.5). */
export const MAX_FILTER_OPERATORS = 30;

const FORM =
  'A filter is JSON text: {"where": <node>}, where a node is {"key": "ClientRequestHost", "operator": "eq", "value": …} ' +
  'or {"and": [<nodes>]} or {"or": [<nodes>]}. In HCL, write it with jsonencode.';

/** Checks a job's `filter`, a JSON text. Empty means unset. */
export function filterForm(text: string): readonly Problem[] {
  return text === '' ? [] : problemsOf(text, []);
}

function problemsOf(text: string, leaves: Leaf[]): readonly Problem[] {
  const bytes = new TextEncoder().encode(text).length;
  if (bytes > MAX_FILTER_BYTES)
    return oneProblem(
      'filter_too_long',
      `The filter has ${bytes} bytes.`,
      `At most ${MAX_FILTER_BYTES} are allowed.`,
    );
  const document = parsed(text);
  if (!isRecord(document) || !Object.hasOwn(document, 'where') || Object.keys(document).length !== 1)
    return oneProblem(
      'filter_malformed',
      'The filter is not JSON text with "where" as its only member.',
      FORM,
    );
  const found: Problem[] = [];
  const operators = checkNode(document['where'], 'where', found, leaves);
  if (found.length === 0 && operators > MAX_FILTER_OPERATORS)
    found.push(
      ...oneProblem(
        'filter_too_large',
        `The filter has ${operators} operators.`,
        `At most ${MAX_FILTER_OPERATORS} are allowed.`,
      ),
    );
  return found;
}

/**
 * A canonical text: the same for all spellings of a filter, whose numbers count with all of their digits; unique for a text
 * that is not JSON or is too long. Null for none.
 */
export function filterMeaning(text: string): string | null {
  if (text === '') return null;
  const value = exact(text);
  return value === undefined ? `text ${text}` : `json ${canonicalJson(value)}`;
}

/** Checks a node, counts its operators and collects its comparisons. */
function checkNode(node: unknown, at: string, found: Problem[], leaves: Leaf[]): number {
  const refuse = (message: string, code = 'filter_malformed', hint = FORM): number => {
    found.push(...oneProblem(code, message, hint));
    return 0;
  };
  if (!isRecord(node)) return refuse(`The filter has no node at ${at}.`);
  const members = Object.keys(node).sort().join(',');
  if (members === 'and' || members === 'or') {
    const nodes = node[members];
    if (!Array.isArray(nodes) || nodes.length === 0)
      return refuse(`${at}.${members} is not a list of nodes.`);
    return nodes.reduce<number>(
      (sum, each, index) => sum + checkNode(each, `${at}.${members}[${index}]`, found, leaves),
      1,
    );
  }
  const { key, operator, value } = node;
  if (members !== 'key,operator,value' || typeof key !== 'string')
    return refuse(`The node at ${at} is neither a comparison nor "and" or "or".`);
  leaves.push({ key, operator: String(operator), at });
  if (!(FILTER_OPERATORS as readonly unknown[]).includes(operator))
    refuse(
      `The operator at ${at} is ${JSON.stringify(operator)}.`,
      'filter_operator_unknown',
      `Allowed: ${FILTER_OPERATORS.join(', ')}.`,
    );
  else if (!isOperand(value, operator))
    refuse(
      `The value at ${at} is ${JSON.stringify(value)}, and its operator is "${String(operator)}".`,
      'filter_value_unfit',
      'in and !in take a list of texts, numbers, true or false; every other operator takes one of these.',
    );
  return 1;
}

/** Whether an operator takes such a value, whatever its field is. */
function isOperand(value: unknown, operator: unknown): boolean {
  const isScalar = (one: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof one);
  if (operator !== 'in' && operator !== '!in') return isScalar(value);
  return Array.isArray(value) && value.length > 0 && value.every(isScalar);
}

/** A filter with its numbers as text, because a JavaScript number rounds beyond 2^53. */
function exact(text: string): unknown {
  if (text.length > MAX_FILTER_BYTES || parsed(text) === undefined) return undefined;
  const apart = text.replace(STRING_OR_NUMBER, (token) =>
    token.startsWith('"') ? `"text:${token.slice(1)}` : `"number:${decimalOf(token)}"`,
  );
  return parsed(apart);
}

/** The strings and numbers of a JSON text. */
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** One form for all spellings of a number: its digits without leading or trailing zeros, and the power of ten. */
function decimalOf(number: string): string {
  const [, sign = '', whole = '', part = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
  const digits = `${whole}${part}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  const exponent = BigInt(power) - BigInt(part.length) + BigInt(digits.length - significant.length);
  return `${sign}${significant}e${exponent}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
