import {
  type ColumnKind,
  type ColumnValue,
  donationColumns,
  type ImportedColumn,
  importedColumns,
} from '@twofold/contract'
import { readEmployment, readGiftKind } from '@twofold/matching'
import type { ColumnTypes, SqlType } from '../../../platform/database/recordset.ts'

/** Stored as read; see `target` in `donationColumns`. */

export type ImportedFields = { readonly [Id in ImportedColumn]: ColumnValue<Id> }
export const fieldShapes = Object.fromEntries(importedColumns.map((id) => [id, donationColumns[id].shape])) as {
  [Id in ImportedColumn]: (typeof donationColumns)[Id]['shape']
}
/** Null and missing values change nothing. */
export type OptionalFields = { readonly [Id in ImportedColumn]?: ColumnValue<Id> | null }

export const defaultFields = Object.fromEntries(
  importedColumns.map((id) => [id, donationColumns[id].target.blank]),
) as ImportedFields

export const unspecifiedFields = Object.fromEntries(importedColumns.map((id) => [id, null])) as Required<OptionalFields>

export const withDefaults = (fields: OptionalFields): ImportedFields => ({
  ...defaultFields,
  ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)),
})

const sqlTypes: Readonly<Record<Exclude<ColumnKind, 'made'>, SqlType>> = {
  text: 'text',
  choice: 'text',
  money: 'bigint',
  number: 'bigint',
  flag: 'boolean',
  moment: 'timestamp',
  day: 'date',
}

export const fieldTypes = Object.fromEntries(
  importedColumns.map((id) => [id, sqlTypes[donationColumns[id].kind]]),
) as ColumnTypes<ImportedFields>

type Choice = {
  [Id in ImportedColumn]: (typeof donationColumns)[Id]['kind'] extends 'choice' ? Id : never
}[ImportedColumn]

const readChoice: { readonly [Id in Choice]: (text: string) => ColumnValue<Id> | null } = {
  gift_kind: (kind) => readGiftKind({ kind }),
  employment: readEmployment,
}

const isChoice = (id: ImportedColumn): id is Choice => Object.hasOwn(readChoice, id)

export function parseFields(cells: Readonly<Partial<Record<ImportedColumn, string>>>): OptionalFields {
  return Object.fromEntries(
    importedColumns.map((id) => {
      const text = cells[id]?.trim() ?? ''
      return [id, text === '' ? null : isChoice(id) ? readChoice[id](text) : text]
    }),
  )
}
