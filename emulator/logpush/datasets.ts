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

/** The fields of HTTP requests through the zone. The three objects hold the custom log fields (docs/internals/service.md 1.1). */
const OF_REQUESTS: Readonly<Record<FieldType, string>> = {
  string:
    'BotScoreSrc CacheCacheStatus ClientCity ClientCountry ClientDeviceType ClientIP ClientIPClass ' +
    'ClientLatitude ClientLongitude ClientMTLSAuthCertFingerprint ClientMTLSAuthStatus ClientRegionCode ' +
    'ClientRequestHost ClientRequestMethod ClientRequestPath ClientRequestProtocol ClientRequestReferer ' +
    'ClientRequestScheme ClientRequestSource ClientRequestURI ClientRequestUserAgent ClientSSLCipher ' +
    'ClientSSLProtocol ClientTLSKeyExchangeGroup ClientXRequestedWith EdgeColoCode EdgePathingOp ' +
    'EdgePathingSrc EdgePathingStatus EdgeRequestHost EdgeResponseContentType EdgeServerIP FraudAttack ' +
    'FraudEmailRisk FraudUserID JA3Hash JA4 JSDetectionPassed LeakedCredentialCheckResult OriginIP ' +
    'OriginResponseHTTPExpires OriginResponseHTTPLastModified OriginSSLProtocol ParentRayID ' +
    'PayPerCrawlStatus RayID SecurityAction SecurityRuleDescription SecurityRuleID VerifiedBotCategory ' +
    'WAFFlags WAFMatchedVar WebAssetsOperationID WorkerScriptName WorkerStatus ZoneName',
  int:
    'BotScore CacheResponseBytes CacheResponseStatus ClientASN ClientRequestBytes ClientSrcPort ' +
    'ClientTCPRTTMs EdgeColoID EdgeResponseBodyBytes EdgeResponseBytes EdgeResponseStatus ' +
    'EdgeTimeToFirstByteMs OriginDNSResponseTimeMs OriginRequestHeaderSendDurationMs ' +
    'OriginResponseBytes OriginResponseDurationMs OriginResponseHeaderReceiveDurationMs ' +
    'OriginResponseStatus OriginResponseTime OriginTCPHandshakeDurationMs OriginTLSHandshakeDurationMs ' +
    'SmartRouteColoID UpperTierColoID WAFAttackScore WAFRCEAttackScore WAFSQLiAttackScore ' +
    'WAFXSSAttackScore WorkerCPUTime WorkerSubrequestCount WorkerWallTimeUs',
  float: 'EdgeResponseCompressionRatio',
  bool: 'CacheReserveUsed CacheTieredFill EdgeCFConnectingO2O WorkerSubrequest',
  object: 'Cookies JA4Signals RequestHeaders ResponseHeaders',
  'int or string': 'EdgeEndTimestamp EdgeStartTimestamp',
  'array[string]':
    'BotDetectionTags BotTags ContentScanObjResults ContentScanObjTypes FraudDetectionTags ' +
    'SecurityActions SecurityRuleIDs SecuritySources WebAssetsLabelsManaged',
  'array[int]': 'BotDetectionIDs ContentScanObjSizes FraudDetectionIDs',
  'array[object]': 'Subrequests',
};

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

/** The types of fields by their names; those of other datasets are not known to the emulator. */
export type Fields = ReadonlyMap<string, FieldType | undefined>;

function named<T>(names: string, type: T): readonly (readonly [string, T])[] {
  return names.split(' ').map((name) => [name, type]);
}

/** The fields of requests through a zone. */
export const REQUESTS_FIELDS: ReadonlyMap<string, FieldType> = new Map(
  Object.entries(OF_REQUESTS).flatMap(([type, names]) => named(names, type as FieldType)),
);

const FIELDS = new Map<string, Fields>([
  [REQUESTS_DATASET, REQUESTS_FIELDS],
  ...Object.entries(OTHER_FIELDS).map(
    ([dataset, names]) => [dataset, new Map(named(names, undefined))] as const,
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
