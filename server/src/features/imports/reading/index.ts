/**
 * Turns a file nobody has seen before into gifts: bytes → table → proposed map → gifts and rejected rows.
 * Pure of database and HTTP. Requests use `createFileReader`, which does all of it in a worker.
 */
export { type CheckedMap, checkMap, type MapProblem } from './check-map.ts'
export { type DescribeOptions, type Description, describeTable } from './describe-table.ts'
export { FileRefused, type RefusalCode } from './file-refused.ts'
export type * from './gift.ts'
export {
  type ColumnProposal,
  type MappedOrganization,
  organizationKey,
  type Proposal,
  proposeMap,
} from './propose-map.ts'
export { readGifts } from './read-gifts.ts'
export * from './read-in-worker.ts'
export { readTable, type TableOptions } from './read-table.ts'
export { rejectedRowsCsv } from './rejected-rows.ts'
export * from './table.ts'
