/**
 * The entry point `robotstream/survey`: archives in, tables out. It needs Node.
 */

export { INPUT_FAULTS, type InputFaultCode } from './input/block.js';
export { collectParts } from './job/collect.js';
export { FolderError } from './job/folder-error.js';
export type { PartProgress, PartResult, RowCounts } from './job/part.js';
export { openSurveyQueue, type SurveyQueue } from './job/queue.js';
export type {
  EnqueueOptions,
  QueueOptions,
  QueueStatus,
  WorkEvent,
  WorkOptions,
} from './job/queue-options.js';
export type { RunEvent, SurveyCounts } from './job/run.js';
export { FORMATS, type PartFormat } from './job/survey-file.js';
export { SURVEY_LIMITS } from './limits.js';
export { parquetWriter } from './output/parquet-writer.js';
export type { TableWriter } from './output/table-writer.js';
export { csvWriter, ndjsonWriter } from './output/text-writers.js';
export type { SurveyOptions } from './questions.js';
export { surveyReport } from './report/report.js';
export { type InputOptions, survey } from './survey.js';
export { type SurveyAllOptions, surveyAll } from './survey-all.js';
export {
  type Cell,
  type Column,
  type ColumnType,
  type RowOf,
  type SurveyRow,
  TABLES,
  type TableName,
} from './tables.js';
