import { FILTERED_FIELDS as OF, type DATASETS } from '../../schema';

/**
 * The publicly documented log fields of the datasets of zones. The service may have more: a name that is missing here
 * is a reason to warn, never to refuse.
 */
const FIELDS = {
  http_requests: `${OF.string} ${OF.int} ${OF.bool} ${OF.array} ${OF.object} ${OF.time}`,
  firewall_events: `
    Action ClientASN ClientASNDescription ClientCountry ClientIP ClientIPClass ClientRefererHost ClientRefererPath
    ClientRefererQuery ClientRefererScheme ClientRequestHost ClientRequestMethod ClientRequestPath
    ClientRequestProtocol ClientRequestQuery ClientRequestScheme ClientRequestUserAgent ContentScanObjResults
    ContentScanObjSizes ContentScanObjTypes Datetime Description EdgeColoCode EdgeResponseStatus Kind
    LeakedCredentialCheckResult MatchIndex Metadata OriginResponseStatus OriginatorRayID RayID Ref RuleID Source`,
  dns_logs: `
    ColoCode EDNSSubnet EDNSSubnetLength QueryName QueryType ResponseCached ResponseCode SourceIP Timestamp`,
  spectrum_events: `
    Application ClientAsn ClientBytes ClientCountry ClientIP ClientMatchedIpFirewall ClientPort ClientProto
    ClientTcpRtt ClientTlsCipher ClientTlsClientHelloServerName ClientTlsProtocol ClientTlsStatus ColoCode
    ConnectTimestamp DisconnectTimestamp Event IpFirewall OriginBytes OriginIP OriginPort OriginProto OriginTcpRtt
    OriginTlsCipher OriginTlsFingerprint OriginTlsMode OriginTlsProtocol OriginTlsStatus ProxyProtocol Status
    Timestamp`,
  nel_reports: `
    ClientIPASN ClientIPASNDescription ClientIPCountry LastKnownColoCode Phase Timestamp Type`,
} as const;

/** The datasets of zones that are publicly known. */
export type LogDataset = (typeof DATASETS)[number];

/** The publicly documented log fields of all datasets of zones. */
export type LogField = WordsOf<(typeof FIELDS)[keyof typeof FIELDS]>;

type WordsOf<Text extends string, Found = never> = Text extends `${infer Word} ${infer Rest}`
  ? WordsOf<Rest, Found | WithoutNewline<Word>>
  : Found | WithoutNewline<Text>;

type WithoutNewline<Word> = Word extends '' | '\n' ? never : Word extends `${infer Name}\n` ? Name : Word;

/** The dataset whose jobs can log custom fields (docs/internals/service.md 5.2). */
export const HTTP_REQUESTS = 'http_requests';

/** The names of a dataset's log fields; undefined for a dataset whose fields are not listed here. */
export function datasetFields(dataset: string): readonly string[] | undefined {
  return Object.hasOwn(FIELDS, dataset)
    ? FIELDS[dataset as keyof typeof FIELDS].trim().split(/\s+/)
    : undefined;
}
