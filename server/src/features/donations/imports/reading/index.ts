/**
 * Bytes → table → proposed map → gifts and rejected rows, without database or HTTP. Requests use `createFileReader`.
 */
export { type CheckedMap, checkMap } from './check-map.ts'
export { type DateContext, findDateOrder, parseDate } from './dates.ts'
export { describeTable } from './describe-table.ts'
export { FileRefused } from './file-refused.ts'
export type * from './gift.ts'
export { headerWords } from './headers.ts'
export type { MatchProgress } from './match-progress.ts'
export { currencyIn, type DecimalMark, findDecimalMark, parseMoney } from './money.ts'
export { type MappedOrganization, organizationKey, proposeMap } from './propose-map.ts'
export { readGifts } from './read-gifts.ts'
export * from './read-in-worker.ts'
export { notPositive } from './read-row.ts'
export { readTable } from './read-table.ts'
export { rejectedRowsCsv } from './rejected-rows.ts'
export * from './table.ts'
export { noAddressWarning } from './warnings.ts'
