import { type ColumnValue, donationColumns, type KeptColumn, type Kind, keptColumns } from '@twofold/contract'
import { readEmployment, readGiftKind } from '@twofold/matching'
import type { ColumnTypes, SqlType } from '../../../platform/database/recordset.ts'

/** File columns that the donation stores as they were read; see `target` in `donationColumns`. */

export type KeptFields = { readonly [Id in KeptColumn]: ColumnValue<Id> }
export const fieldShapes = Object.fromEntries(keptColumns.map((id) => [id, donationColumns[id].shape])) as {
  [Id in KeptColumn]: (typeof donationColumns)[Id]['shape']
}
/** Values for some of these columns; null and missing values change nothing. */
export type GivenFields = { readonly [Id in KeptColumn]?: ColumnValue<Id> | null }

export const blankFields = Object.fromEntries(
  keptColumns.map((id) => [id, donationColumns[id].target.blank]),
) as KeptFields

/** A value of null for every column. */
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

/** Parse the text of a cell; null if it is unknown. */
const readChoice: { readonly [Id in Choice]: (text: string) => ColumnValue<Id> | null } = {
  gift_kind: (kind) => readGiftKind({ kind }),
  employment: readEmployment,
}

const isChoice = (id: KeptColumn): id is Choice => Object.hasOwn(readChoice, id)

/** Returns the fields of a file row by column. */
export function readFields(cells: Readonly<Partial<Record<KeptColumn, string>>>): GivenFields {
  return Object.fromEntries(
    keptColumns.map((id) => {
      const text = cells[id]?.trim() ?? ''
      return [id, text === '' ? null : isChoice(id) ? readChoice[id](text) : text]
    }),
  )
}
