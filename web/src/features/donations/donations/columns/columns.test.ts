import { listLayouts } from '@twofold/contract'
import { expect, it } from 'vitest'
import { columnsOf, missingColumns, shownColumns } from './columns.ts'

const alone = { custom: { donation_fields: ['Table No.', 'Table no'], amply: { feature: null } }, children: [] }
const parent = { ...alone, children: [{ id: 2, name: 'Chapter' }] }
const idsOf = (columns: readonly { readonly id: string }[]) => columns.map(({ id }) => id)

it('offers every column once, the organization only with chapters, and donation fields by name', () => {
  const all = columnsOf(parent)
  expect(idsOf(all)).toEqual([...listLayouts.listColumns, 'custom.table_no'])
  expect(all.at(-1)?.label).toBe('Table no')
  expect(idsOf(columnsOf(alone))).not.toContain('organization')
})

it('shows the specification’s columns by default and always the link column', () => {
  expect(idsOf(shownColumns(columnsOf(parent), null))).toEqual([
    'donated_at',
    'donor_name',
    'amount',
    'company_name',
    'organization',
    'status',
  ])
  expect(idsOf(shownColumns(columnsOf(alone), ['status', 'custom.table_no']))).toEqual([
    'donor_name',
    'status',
    'custom.table_no',
  ])
})

it('returns deleted columns but not columns hidden for this organization', () => {
  const chosen = ['organization', 'custom.table_no', 'custom.seat_row']
  expect(missingColumns(columnsOf(alone), chosen)).toEqual(['seat row'])
})
