import { type ColumnValue, donationColumns, type KeptColumn, type Kind, keptColumns } from '@twofold/contract'
import { readEmployment, readGiftKind } from '@twofold/matching'
import type { ColumnTypes, SqlType } from '../../../platform/database/recordset.ts'

/** Columns that a file brings and the donation keeps as they were read: see `target` in `donationColumns`. */

export type KeptFields = { readonly [Id in KeptColumn]: ColumnValue<Id> }
export const fieldShapes = Object.fromEntries(keptColumns.map((id) => [id, donationColumns[id].shape])) as {
  [Id in KeptColumn]: (typeof donationColumns)[Id]['shape']
}
/** What was said about some of them; null and missing say nothing. */
export type GivenFields = { readonly [Id in KeptColumn]?: ColumnValue<Id> | null }

export const blankFields = Object.fromEntries(
  keptColumns.map((id) => [id, donationColumns[id].target.blank]),
) as KeptFields

/** Nothing said about any of them. */
export const unsaidFields = Object.fromEntries(keptColumns.map((id) => [id, null])) as Required<GivenFields>

export const withBlanks = (given: GivenFields): KeptFields => ({
  ...blankFields,
  ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)),
})

const sqlTypes: Readonly<Record<Exclude<Kind, 'made'>, SqlType>> = {
  text: 'text',
  choice: 'text',
  money: 'bigint',
  number: 'bigint',
  flag: 'boolean',
  moment: 'timestamp',
  day: 'date',
}

export const fieldTypes = Object.fromEntries(
  keptColumns.map((id) => [id, sqlTypes[donationColumns[id].kind]]),
) as ColumnTypes<KeptFields>

type Choice = { [Id in KeptColumn]: (typeof donationColumns)[Id]['kind'] extends 'choice' ? Id : never }[KeptColumn]

/** What a cell means; null: nothing that we know. */
const readChoice: { readonly [Id in Choice]: (text: string) => ColumnValue<Id> | null } = {
  gift_kind: (kind) => readGiftKind({ kind }),
  employment: readEmployment,
}

const isChoice = (id: KeptColumn): id is Choice => Object.hasOwn(readChoice, id)

/** The fields that the cells of a file give, by column. */
export function readFields(cells: Readonly<Partial<Record<KeptColumn, string>>>): GivenFields {
  return Object.fromEntries(
    keptColumns.map((id) => {
      const text = cells[id]?.trim() ?? ''
      return [id, text === '' ? null : isChoice(id) ? readChoice[id](text) : text]
    }),
  )
}
