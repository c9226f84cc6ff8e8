/**
 * The entry point `@robotstream/audit`: access logs in, a report out on which crawlers obey robots.txt. It needs Node.
 */

export { type AuditLogsOptions, type AuditOptions, audit, auditLogs } from './audit.js';
export { LOG_FORMATS, type LogFormatName } from './formats/log-formats.js';
export type { LogRequest } from './formats/log-request.js';
export { LogCounts, type UnreadLine } from './logs/log-reader.js';
export { type LogRequestsOptions, type LogSource, logRequests } from './logs/log-requests.js';
export type { LogInput } from './logs/merged.js';
export { auditPage } from './page/audit-page.js';
export { type RobotsFiles, robotsFiles } from './robots/robots-files.js';
export { robotsGit } from './robots/robots-git.js';
export type { RobotsVersion } from './robots/robots-version.js';
export {
  AUDIT_CLASSES,
  type AuditClass,
  type AuditDay,
  type AuditReport,
  type CrawlerAudit,
  type RuleRefusals,
} from './verdict/report.js';
export type { ClaimKind } from './who/claim.js';
export type { DnsCounts, DnsOptions } from './who/dns-check.js';
export { type AddressRanges, addressRanges } from './who/ranges.js';
