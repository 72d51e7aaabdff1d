import { z } from 'zod'
import { organizationPath } from '../shared/organization-path.ts'
import { route } from '../shared/route.ts'
import { columnsIn } from './donation-columns.ts'

/** The columns of the list of donations, and their widths: each person has their own in each organization. */

export const layoutFailed = 'Failed to keep your columns'

const columnName = z.string().trim().min(1).max(110)

/** Columns that the list can show, in its order; `custom.` and the key of a donation field are others. */
export const listColumns = [
  'donated_at',
  'donor_name',
  'amount',
  'company_name',
  'organization',
  'status',
  ...columnsIn('more'),
] as const
export type ListColumn = (typeof listColumns)[number]
/** Those that the list has from the start; the organization where there are chapters. */
export const firstColumns = columnsIn('table')

export const listLayout = z.object({
  columns: z
    .array(columnName)
    .min(1, 'Choose at least one column')
    .max(60)
    .describe(`${listColumns.join(', ')}, or custom. and the key of a donation field`)
    .nullable()
    .describe('null: those that the list has from the start'),
  widths: z
    .record(columnName, z.number().int().min(60).max(800))
    .refine((widths) => Object.keys(widths).length <= 60, 'At most 60 widths are kept')
    .describe('in pixels; the other columns have the width that suits them'),
})
export type ListLayout = z.infer<typeof listLayout>

const path = '/api/organization/{id}/list-layout'
const answer = z.object({ layout: listLayout })

export const getListLayout = route({
  name: 'getListLayout',
  method: 'GET',
  path,
  summary: "One's own columns of the list of donations and their widths, in this organization",
  who: 'read',
  within: 'organization',
  peopleOnly: true,
  params: organizationPath,
  answer,
})

export const keepListLayout = route({
  name: 'keepListLayout',
  method: 'PUT',
  path,
  summary: "Change one's own columns of the list of donations and their widths, in this organization",
  who: 'read',
  within: 'organization',
  peopleOnly: true,
  changes: false,
  params: organizationPath,
  body: listLayout,
  answer,
})
