/** A field that log entries of a dataset can have. */
export interface DatasetField {
  readonly description: string;
  readonly type: FieldType;
}

/**
 * The type of a field. `int or string` is a time, whose form depends on the job's timestamp format (docs/internals/service.md
 * 5.2).
 */
export type FieldType =
  | 'string'
  | 'int'
  | 'float'
  | 'bool'
  | 'object'
  | 'int or string'
  | 'array[string]'
  | 'array[int]'
  | 'array[object]';

/** A field in the tables of datasets. */
type FieldRow = readonly [name: string, type: FieldType, description: string];

/** HTTP requests through the zone. The three objects hold the custom log fields (docs/internals/service.md 1.1). */
const HTTP_REQUESTS: readonly FieldRow[] = [
  ['BotDetectionIDs', 'array[int]', 'Identifiers of the detections of bots.'],
  ['BotDetectionTags', 'array[string]', 'Tags of the detections of bots.'],
  ['BotScore', 'int', 'How likely a person made the request, from 1 to 99.'],
  ['BotScoreSrc', 'string', 'What the bot score comes from.'],
  ['BotTags', 'array[string]', 'Type of bot.'],
  ['CacheCacheStatus', 'string', 'What the cache did with the request.'],
  ['CacheReserveUsed', 'bool', 'Whether the response came from the cache’s reserve.'],
  ['CacheResponseBytes', 'int', 'Bytes returned by the cache.'],
  ['CacheResponseStatus', 'int', 'Status returned by the cache (deprecated).'],
  ['CacheTieredFill', 'bool', 'Whether an upper tier of the cache served the request.'],
  ['ClientASN', 'int', 'AS number of the client.'],
  ['ClientCity', 'string', 'City of the client, roughly.'],
  ['ClientCountry', 'string', 'Country of the client, two letters.'],
  ['ClientDeviceType', 'string', 'Type of the client’s device.'],
  ['ClientIP', 'string', 'Address of the client.'],
  ['ClientIPClass', 'string', 'Class of the client’s address.'],
  ['ClientLatitude', 'string', 'Latitude of the client, roughly.'],
  ['ClientLongitude', 'string', 'Longitude of the client, roughly.'],
  ['ClientMTLSAuthCertFingerprint', 'string', 'Fingerprint of the client’s certificate.'],
  ['ClientMTLSAuthStatus', 'string', 'Result of the client’s authentication by certificate.'],
  ['ClientRegionCode', 'string', 'Region of the client.'],
  ['ClientRequestBytes', 'int', 'Bytes of the request.'],
  ['ClientRequestHost', 'string', 'Host that was requested.'],
  ['ClientRequestMethod', 'string', 'Method of the request.'],
  ['ClientRequestPath', 'string', 'Path that was requested.'],
  ['ClientRequestProtocol', 'string', 'Version of HTTP.'],
  ['ClientRequestReferer', 'string', 'Referer of the request.'],
  ['ClientRequestScheme', 'string', 'Scheme of the request.'],
  ['ClientRequestSource', 'string', 'Whether the request came from outside or from another service.'],
  ['ClientRequestURI', 'string', 'Path and query that were requested.'],
  ['ClientRequestUserAgent', 'string', 'User agent of the client.'],
  ['ClientSSLCipher', 'string', 'Cipher between client and edge.'],
  ['ClientSSLProtocol', 'string', 'TLS version between client and edge; none without TLS.'],
  ['ClientSrcPort', 'int', 'Port of the client.'],
  ['ClientTCPRTTMs', 'int', 'Round-trip time to the client in milliseconds.'],
  ['ClientTLSKeyExchangeGroup', 'string', 'Key exchange of TLS between client and edge.'],
  ['ClientXRequestedWith', 'string', 'Header X-Requested-With of the request.'],
  ['ContentScanObjResults', 'array[string]', 'Results of the scan of content.'],
  ['ContentScanObjSizes', 'array[int]', 'Sizes of the content that was scanned.'],
  ['ContentScanObjTypes', 'array[string]', 'Types of the content that was scanned.'],
  ['Cookies', 'object', 'Cookies of the request, as custom log fields name them.'],
  ['EdgeCFConnectingO2O', 'bool', 'Whether the request passed several zones of the edge.'],
  ['EdgeColoCode', 'string', 'Airport code of the data center that received the request.'],
  ['EdgeColoID', 'int', 'Number of the data center that received the request.'],
  ['EdgeEndTimestamp', 'int or string', 'When the edge had sent the response.'],
  ['EdgePathingOp', 'string', 'Type of response that was given.'],
  ['EdgePathingSrc', 'string', 'How security checks classified the request.'],
  ['EdgePathingStatus', 'string', 'Data that decided how the request was handled.'],
  ['EdgeRequestHost', 'string', 'Host of the request from the edge to the origin.'],
  ['EdgeResponseBodyBytes', 'int', 'Bytes of the body of the response.'],
  ['EdgeResponseBytes', 'int', 'Bytes of the response.'],
  ['EdgeResponseCompressionRatio', 'float', 'Size of the response before compression by size after it.'],
  ['EdgeResponseContentType', 'string', 'Content type of the response.'],
  ['EdgeResponseStatus', 'int', 'Status that the client got.'],
  ['EdgeServerIP', 'string', 'Address of the edge towards the origin.'],
  ['EdgeStartTimestamp', 'int or string', 'When the edge received the request.'],
  ['EdgeTimeToFirstByteMs', 'int', 'Milliseconds to the first byte of the response.'],
  ['FraudAttack', 'string', 'Attack that the detection of fraud found.'],
  ['FraudDetectionIDs', 'array[int]', 'Identifiers of the detections of fraud.'],
  ['FraudDetectionTags', 'array[string]', 'Tags of the detections of fraud.'],
  ['FraudEmailRisk', 'string', 'Risk of an e-mail address: low, medium or high.'],
  ['FraudUserID', 'string', 'User, as the detection of fraud identifies them.'],
  ['JA3Hash', 'string', 'JA3 fingerprint of the client.'],
  ['JA4', 'string', 'JA4 fingerprint of the client.'],
  ['JA4Signals', 'object', 'Statistics of requests with this JA4 fingerprint.'],
  ['JSDetectionPassed', 'string', 'Result of the detection by JavaScript: passed, failed or missing.'],
  ['LeakedCredentialCheckResult', 'string', 'Result of the check for leaked credentials.'],
  ['OriginDNSResponseTimeMs', 'int', 'Milliseconds to find the origin’s address.'],
  ['OriginIP', 'string', 'Address of the origin.'],
  ['OriginRequestHeaderSendDurationMs', 'int', 'Milliseconds to send headers to the origin.'],
  ['OriginResponseBytes', 'int', 'Bytes returned by the origin (deprecated).'],
  ['OriginResponseDurationMs', 'int', 'Milliseconds that the origin took.'],
  ['OriginResponseHTTPExpires', 'string', 'Header Expires of the origin.'],
  ['OriginResponseHTTPLastModified', 'string', 'Header Last-Modified of the origin.'],
  ['OriginResponseHeaderReceiveDurationMs', 'int', 'Milliseconds to the headers of the origin.'],
  ['OriginResponseStatus', 'int', 'Status that the origin answered.'],
  ['OriginResponseTime', 'int', 'Nanoseconds that the origin took (deprecated).'],
  ['OriginSSLProtocol', 'string', 'TLS version between edge and origin.'],
  ['OriginTCPHandshakeDurationMs', 'int', 'Milliseconds to connect to the origin.'],
  ['OriginTLSHandshakeDurationMs', 'int', 'Milliseconds to agree on TLS with the origin.'],
  ['ParentRayID', 'string', 'Request that brought about this one.'],
  ['PayPerCrawlStatus', 'string', 'Result of charging a crawler.'],
  ['RayID', 'string', 'Identifier of the request.'],
  ['RequestHeaders', 'object', 'Headers of the request, as custom log fields name them.'],
  ['ResponseHeaders', 'object', 'Headers of the response, as custom log fields name them.'],
  ['SecurityAction', 'string', 'Action of the rule that ended the request.'],
  ['SecurityActions', 'array[string]', 'Actions of the rules that matched.'],
  ['SecurityRuleDescription', 'string', 'Description of the rule that ended the request.'],
  ['SecurityRuleID', 'string', 'Identifier of the rule that ended the request.'],
  ['SecurityRuleIDs', 'array[string]', 'Identifiers of the rules that matched.'],
  ['SecuritySources', 'array[string]', 'Security products of the rules that matched.'],
  ['SmartRouteColoID', 'int', 'Data center towards the origin.'],
  ['Subrequests', 'array[object]', 'Requests that a worker made for this one, if the job merges them.'],
  ['UpperTierColoID', 'int', 'Data center whose cache was asked.'],
  ['VerifiedBotCategory', 'string', 'Category of a verified bot.'],
  ['WAFAttackScore', 'int', 'How likely the request is an attack.'],
  ['WAFFlags', 'string', 'Flags of the previous managed rules (deprecated).'],
  ['WAFMatchedVar', 'string', 'Variable that a managed rule matched (deprecated).'],
  ['WAFRCEAttackScore', 'int', 'How likely the request tries to run code.'],
  ['WAFSQLiAttackScore', 'int', 'How likely the request injects SQL.'],
  ['WAFXSSAttackScore', 'int', 'How likely the request injects a script.'],
  ['WebAssetsLabelsManaged', 'array[string]', 'Labels of the request that the service defines.'],
  ['WebAssetsOperationID', 'string', 'Operation of a web asset that the request is for.'],
  ['WorkerCPUTime', 'int', 'Microseconds of computing in a worker.'],
  ['WorkerScriptName', 'string', 'Script of the worker.'],
  ['WorkerStatus', 'string', 'Status of the worker.'],
  ['WorkerSubrequest', 'bool', 'Whether a worker made the request.'],
  ['WorkerSubrequestCount', 'int', 'Requests that the worker made.'],
  ['WorkerWallTimeUs', 'int', 'Microseconds from start to end of the worker.'],
  ['ZoneName', 'string', 'Name of the zone.'],
];

/** The names of the fields of a zone's other datasets, of which no log entries are made (docs/internals/service.md 5.2). */
const OTHER_FIELDS = {
  firewall_events:
    'Action ClientASN ClientASNDescription ClientCountry ClientIP ClientIPClass ClientRefererHost ' +
    'ClientRefererPath ClientRefererQuery ClientRefererScheme ClientRequestHost ClientRequestMethod ' +
    'ClientRequestPath ClientRequestProtocol ClientRequestQuery ClientRequestScheme ' +
    'ClientRequestUserAgent ContentScanObjResults ContentScanObjSizes ContentScanObjTypes Datetime ' +
    'Description EdgeColoCode EdgeResponseStatus Kind LeakedCredentialCheckResult MatchIndex Metadata ' +
    'OriginResponseStatus OriginatorRayID RayID Ref RuleID Source',
  dns_logs:
    'ColoCode EDNSSubnet EDNSSubnetLength QueryName QueryType ResponseCached ResponseCode SourceIP ' +
    'Timestamp',
  spectrum_events:
    'Application ClientAsn ClientBytes ClientCountry ClientIP ClientMatchedIpFirewall ClientPort ' +
    'ClientProto ClientTcpRtt ClientTlsCipher ClientTlsClientHelloServerName ClientTlsProtocol ' +
    'ClientTlsStatus ColoCode ConnectTimestamp DisconnectTimestamp Event IpFirewall OriginBytes ' +
    'OriginIP OriginPort OriginProto OriginTcpRtt OriginTlsCipher OriginTlsFingerprint OriginTlsMode ' +
    'OriginTlsProtocol OriginTlsStatus ProxyProtocol Status Timestamp',
  nel_reports:
    'ClientIPASN ClientIPASNDescription ClientIPCountry LastKnownGoodColoCode Phase Timestamp Type',
  page_shield_events:
    'Action CSPDirective Host PageURL PolicyID ResourceType Timestamp URL URLContainsCDNCGIPath ' + 'URLHost',
  zaraz_events: 'Body EventDetails EventType IP RequestHeaders TimestampStart URL',
  websocket_analytics:
    'BytesReceivedClient BytesReceivedOrigin BytesSentClient BytesSentOrigin ClientASN ClientIP ' +
    'ClientRequestHost ClientRequestPath ClientRequestUserAgent ColoCode ConnectionCloseReason ' +
    'ConnectionCloseSource ConnectionID ConnectionTransportCloseCode EdgeEndTimestamp ' +
    'EdgeStartTimestamp RayID',
  account_abuse_protection_events:
    'AuthenticationIdentityProvider AuthenticationMethod AuthenticationStatus BotScore ClientASN ' +
    'ClientCity ClientCountry ClientIP Email EphemeralID EventSource EventType FraudEmailRisk Host ' +
    'JA4 RayID Timestamp UserAgent UserID',
} as const;

/** A dataset of a zone. */
export type Dataset = 'http_requests' | keyof typeof OTHER_FIELDS;

/** The datasets of a zone. */
export const DATASETS = ['http_requests', ...Object.keys(OTHER_FIELDS)] as readonly Dataset[];

/** The dataset of requests through the zone (docs/internals/service.md 5.2). */
export const REQUESTS_DATASET = 'http_requests' satisfies Dataset;

/** The dataset of a job that names none (docs/internals/service.md 5.2). */
export const DEFAULT_DATASET = REQUESTS_DATASET;

/** Fields by name. The types of those of other datasets are not known to the emulator. */
export type Fields = ReadonlyMap<string, Pick<DatasetField, 'description'> & Partial<DatasetField>>;

/** The fields of requests through a zone. */
export const REQUESTS_FIELDS: ReadonlyMap<string, DatasetField> = new Map(
  HTTP_REQUESTS.map(([name, type, description]) => [name, { description, type }]),
);

const FIELDS = new Map<string, Fields>([
  [REQUESTS_DATASET, REQUESTS_FIELDS],
  ...Object.entries(OTHER_FIELDS).map(
    ([dataset, names]) =>
      [dataset, new Map(names.split(' ').map((name) => [name, { description: name }]))] as const,
  ),
]);

/** The fields of a job for requests that names none. */
export const DEFAULT_FIELDS = [
  'ClientIP',
  'ClientRequestHost',
  'ClientRequestMethod',
  'ClientRequestURI',
  'EdgeEndTimestamp',
  'EdgeResponseBytes',
  'EdgeResponseStatus',
  'EdgeStartTimestamp',
  'RayID',
] as const;

/** The fields that jobs for the dataset can name. */
export function knownFields(dataset: string): Fields | undefined {
  return FIELDS.get(dataset);
}
