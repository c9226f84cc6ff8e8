/**
 * The entry point `@robotstream/survey`: archives in, tables out. It needs Node.
 */

export type { SurveyCapture } from './captures/given-capture.js';
export { type RunEvent, type SurveyAllOptions, type SurveyCounts, surveyAll } from './job/survey-all.js';
export { JoinError } from './join-error.js';
export { FORMATS, type PartFormat } from './kept-tables/survey-folder.js';
export { INPUT_FAULTS, type InputFaultCode } from './octets/input-fault.js';
export { FolderError } from './parts/folder.js';
export type { PartProgress, PartResult, RowCounts } from './parts/part.js';
export { SITE_KINDS, type SiteKind, SURVEY_LIMITS, type SurveyOptions } from './questions.js';
export { RESERVED_HEADERS, type RemoteOptions } from './remote/remote-options.js';
export {
  type SurveyPageOptions,
  type SurveyReportOptions,
  surveyReport,
  surveySites,
} from './report/report.js';
export {
  type JoinCounts,
  SITE_PICKS,
  type SitePick,
  type SurveyJoin,
} from './report/site-choice.js';
export { type InputOptions, survey } from './survey.js';
export { type CaptureQuestions, surveyRows } from './survey-rows.js';
export {
  type Cell,
  type Column,
  type ColumnType,
  RESTRICTIONS,
  type Restriction,
  type RowOf,
  type SurveyRow,
  TABLES,
  type TableName,
  type TableWriter,
} from './tables.js';
export { parquetWriter } from './writers/parquet-writer.js';
export { csvWriter, ndjsonWriter } from './writers/text-writers.js';
