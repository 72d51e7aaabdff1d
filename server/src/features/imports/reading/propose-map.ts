import type { ColumnMap, ImportTarget } from '@twofold/contract'
import type { Table } from './table.ts'

export type ColumnProposal = {
  header: string
  originalHeader: string
  target: ImportTarget
  /** 0 to 1 */
  confidence: number
  reason: string
  /** Tells how a payment went; never mapped to the product's own status. */
  paymentState: boolean
}

export type Proposal = { map: ColumnMap; columns: ColumnProposal[] }

export type MappedOrganization = { hasChapters: boolean; names?: readonly string[] }

/** A target for every column, by its name and by what stands in it. */
export function proposeMap(_table: Table, _organization: MappedOrganization): Proposal {
  return { map: {}, columns: [] }
}
