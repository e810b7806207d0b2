import type { FieldRow } from './field-row';

/** Requests that a security rule matched. */
export const FIREWALL_EVENTS: readonly FieldRow[] = [
  ['Action', 'string', 'Action that was taken on the request.'],
  ['ClientASN', 'int', 'AS number of the client.'],
  ['ClientASNDescription', 'string', 'Name of the AS of the client.'],
  ['ClientCountry', 'string', 'Country of the client.'],
  ['ClientIP', 'string', 'Address of the client.'],
  ['ClientIPClass', 'string', 'Class of the client’s address.'],
  ['ClientRefererHost', 'string', 'Host of the referer.'],
  ['ClientRefererPath', 'string', 'Path of the referer.'],
  ['ClientRefererQuery', 'string', 'Query of the referer.'],
  ['ClientRefererScheme', 'string', 'Scheme of the referer.'],
  ['ClientRequestHost', 'string', 'Host that was requested.'],
  ['ClientRequestMethod', 'string', 'Method of the request.'],
  ['ClientRequestPath', 'string', 'Path that was requested.'],
  ['ClientRequestProtocol', 'string', 'Version of HTTP.'],
  ['ClientRequestQuery', 'string', 'Query of the request.'],
  ['ClientRequestScheme', 'string', 'Scheme of the request.'],
  ['ClientRequestUserAgent', 'string', 'User agent of the client.'],
  ['ContentScanObjResults', 'array[string]', 'Results of the scan of content.'],
  ['ContentScanObjSizes', 'array[int]', 'Sizes of the content that was scanned.'],
  ['ContentScanObjTypes', 'array[string]', 'Types of the content that was scanned.'],
  ['Datetime', 'int or string', 'When the event occurred.'],
  ['Description', 'string', 'Description of the rule.'],
  ['EdgeColoCode', 'string', 'Airport code of the data center that served the request.'],
  ['EdgeResponseStatus', 'int', 'Status that the client got.'],
  ['Kind', 'string', 'Kind of the event.'],
  ['LeakedCredentialCheckResult', 'string', 'Result of the check for leaked credentials.'],
  ['MatchIndex', 'int', 'Place of the rule among those that matched, from the last.'],
  ['Metadata', 'object', 'More information, by product.'],
  ['OriginResponseStatus', 'int', 'Status that the origin answered.'],
  ['OriginatorRayID', 'string', 'Request that brought about the challenge.'],
  ['RayID', 'string', 'Identifier of the request.'],
  ['Ref', 'string', 'Reference of the rule.'],
  ['RuleID', 'string', 'Identifier of the rule.'],
  ['Source', 'string', 'Security product of the rule.'],
];

/** DNS queries for the zone. */
export const DNS_LOGS: readonly FieldRow[] = [
  ['ColoCode', 'string', 'Airport code of the data center that received the query.'],
  ['EDNSSubnet', 'string', 'Client subnet that a resolver passed on.'],
  ['EDNSSubnetLength', 'int', 'Length of the client subnet in bits.'],
  ['QueryName', 'string', 'Name that was asked for.'],
  ['QueryType', 'int', 'Type of the query by its number.'],
  ['ResponseCached', 'bool', 'Whether the response was cached.'],
  ['ResponseCode', 'int', 'Code of the response by its number.'],
  ['SourceIP', 'string', 'Address of the client.'],
  ['Timestamp', 'int or string', 'When the query was made.'],
];

/** Events of proxied TCP and UDP connections. */
export const SPECTRUM_EVENTS: readonly FieldRow[] = [
  ['Application', 'string', 'Application on which the event occurred.'],
  ['ClientAsn', 'int', 'AS number of the client.'],
  ['ClientBytes', 'int', 'Bytes read from the client.'],
  ['ClientCountry', 'string', 'Country of the client.'],
  ['ClientIP', 'string', 'Address of the client.'],
  ['ClientMatchedIpFirewall', 'string', 'Rule for addresses that the connection matched.'],
  ['ClientPort', 'int', 'Port of the client.'],
  ['ClientProto', 'string', 'Transport protocol of the client.'],
  ['ClientTcpRtt', 'int', 'Round-trip time to the client in nanoseconds.'],
  ['ClientTlsCipher', 'string', 'Cipher between client and edge.'],
  ['ClientTlsClientHelloServerName', 'string', 'Server name that the client asked for.'],
  ['ClientTlsProtocol', 'string', 'TLS version between client and edge.'],
  ['ClientTlsStatus', 'string', 'State of the TLS session between client and edge.'],
  ['ColoCode', 'string', 'Airport code of the data center that received the connection.'],
  ['ConnectTimestamp', 'int or string', 'When both legs of the connection stood.'],
  ['DisconnectTimestamp', 'int or string', 'When the connection was closed.'],
  ['Event', 'string', 'What happened.'],
  ['IpFirewall', 'bool', 'Whether rules for addresses were on.'],
  ['OriginBytes', 'int', 'Bytes read from the origin.'],
  ['OriginIP', 'string', 'Address of the origin.'],
  ['OriginPort', 'int', 'Port of the origin.'],
  ['OriginProto', 'string', 'Transport protocol of the origin.'],
  ['OriginTcpRtt', 'int', 'Round-trip time to the origin in nanoseconds.'],
  ['OriginTlsCipher', 'string', 'Cipher between edge and origin.'],
  ['OriginTlsFingerprint', 'string', 'Fingerprint of the origin’s certificate.'],
  ['OriginTlsMode', 'string', 'Whether and how the connection to the origin is encrypted.'],
  ['OriginTlsProtocol', 'string', 'TLS version between edge and origin.'],
  ['OriginTlsStatus', 'string', 'State of the TLS session between edge and origin.'],
  ['ProxyProtocol', 'string', 'Form of the proxy protocol.'],
  ['Status', 'int', 'Why the connection was closed.'],
  ['Timestamp', 'int or string', 'When the event occurred.'],
];

/** Reports of network errors by browsers. */
export const NEL_REPORTS: readonly FieldRow[] = [
  ['ClientIPASN', 'int', 'AS number of the client.'],
  ['ClientIPASNDescription', 'string', 'Name of the AS of the client.'],
  ['ClientIPCountry', 'string', 'Country of the client.'],
  ['LastKnownGoodColoCode', 'string', 'Airport code of the data center that the client reached last.'],
  ['Phase', 'string', 'Phase of the connection in which the error occurred.'],
  ['Timestamp', 'int or string', 'When the error was reported.'],
  ['Type', 'string', 'Type of the error in its phase.'],
];

/** Violations of content security policies. */
export const PAGE_SHIELD_EVENTS: readonly FieldRow[] = [
  ['Action', 'string', 'Action that was taken against the violation.'],
  ['CSPDirective', 'string', 'Directive that was violated.'],
  ['Host', 'string', 'Host on which the resource was seen.'],
  ['PageURL', 'string', 'Page on which the violation was seen.'],
  ['PolicyID', 'string', 'Policy that was violated.'],
  ['ResourceType', 'string', 'Type of the resource.'],
  ['Timestamp', 'int or string', 'When the report was received.'],
  ['URL', 'string', 'URL of the resource.'],
  ['URLContainsCDNCGIPath', 'bool', 'Whether the URL has a path of the edge itself (deprecated).'],
  ['URLHost', 'string', 'Host of the URL.'],
];

/** Events of the tag manager. */
export const ZARAZ_EVENTS: readonly FieldRow[] = [
  ['Body', 'object', 'Body of the incoming request.'],
  ['EventDetails', 'object', 'Details of the event.'],
  ['EventType', 'string', 'Name of the event.'],
  ['IP', 'string', 'Address of the client.'],
  ['RequestHeaders', 'object', 'Headers of the incoming request.'],
  ['TimestampStart', 'int or string', 'When the event began.'],
  ['URL', 'string', 'URL of the incoming request.'],
];

/** Connections by WebSocket through the zone. */
export const WEBSOCKET_ANALYTICS: readonly FieldRow[] = [
  ['BytesReceivedClient', 'int', 'Bytes received from the client.'],
  ['BytesReceivedOrigin', 'int', 'Bytes received from the origin.'],
  ['BytesSentClient', 'int', 'Bytes sent to the client.'],
  ['BytesSentOrigin', 'int', 'Bytes sent to the origin.'],
  ['ClientASN', 'int', 'AS number of the client.'],
  ['ClientIP', 'string', 'Address of the client.'],
  ['ClientRequestHost', 'string', 'Host of the request that opened the connection.'],
  ['ClientRequestPath', 'string', 'Path of the request that opened the connection.'],
  ['ClientRequestUserAgent', 'string', 'User agent of the client.'],
  ['ColoCode', 'string', 'Airport code of the data center that handled the connection.'],
  ['ConnectionCloseReason', 'string', 'Why the connection ended.'],
  ['ConnectionCloseSource', 'string', 'Which side ended the connection.'],
  ['ConnectionID', 'string', 'Identifier of the connection.'],
  ['ConnectionTransportCloseCode', 'int', 'First close code of the transport.'],
  ['EdgeEndTimestamp', 'int or string', 'When the connection was closed.'],
  ['EdgeStartTimestamp', 'int or string', 'When the connection was opened.'],
  ['RayID', 'string', 'Identifier of the request that opened the connection.'],
];

/** Events of the protection of accounts of the zone's users. */
export const ACCOUNT_ABUSE_PROTECTION_EVENTS: readonly FieldRow[] = [
  ['AuthenticationIdentityProvider', 'string', 'Identity provider of a login.'],
  ['AuthenticationMethod', 'string', 'Method of a login.'],
  ['AuthenticationStatus', 'string', 'Result of a login.'],
  ['BotScore', 'int', 'How likely a person caused the event, from 1 to 99.'],
  ['ClientASN', 'int', 'AS number of the client.'],
  ['ClientCity', 'string', 'City of the client, roughly.'],
  ['ClientCountry', 'string', 'Country of the client, two letters.'],
  ['ClientIP', 'string', 'Address of the client.'],
  ['Email', 'string', 'E-mail address of the user.'],
  ['EphemeralID', 'string', 'Identifier of the device.'],
  ['EventSource', 'string', 'Where the event comes from: cdn or api.'],
  ['EventType', 'string', 'What the user did.'],
  ['FraudEmailRisk', 'string', 'Risk of the e-mail address.'],
  ['Host', 'string', 'Host that was requested.'],
  ['JA4', 'string', 'JA4 fingerprint of the client.'],
  ['RayID', 'string', 'Identifier of the request.'],
  ['Timestamp', 'int or string', 'When the event occurred.'],
  ['UserAgent', 'string', 'User agent of the client.'],
  ['UserID', 'string', 'Identifier of the user in the zone.'],
];
