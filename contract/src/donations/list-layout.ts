import { z } from 'zod'
import { route } from '../shared/route.ts'
import { inOrganization } from '../shared/wire.ts'
import { columnsIn } from './donation-columns.ts'

export const layoutFailed = 'Failed to keep your columns'

const columnName = z.string().trim().min(1).max(110)

/** Columns are in order. Donation fields have the prefix `custom.`. */
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
export const defaultColumns = columnsIn('table')

export const listLayout = z.object({
  columns: z
    .array(columnName)
    .min(1, 'Choose at least one column')
    .max(60)
    .describe(`${listColumns.join(', ')}, or custom.{field} for a donation field`)
    .nullable()
    .describe('null for the default columns'),
  widths: z
    .record(columnName, z.number().int().min(60).max(800))
    .refine((widths) => Object.keys(widths).length <= 60, 'At most 60 widths are kept')
    .describe('in pixels; other columns are sized automatically'),
})
export type ListLayout = z.infer<typeof listLayout>

const path = '/api/organization/{id}/list-layout'
const responseBody = z.object({ layout: listLayout })

export const getListLayout = route('GET', path, {
  name: 'getListLayout',
  summary: "Retrieve the caller's columns and column widths of the donations list",
  access: 'read',
  ...inOrganization,
  response: responseBody,
})

export const saveListLayout = route('PUT', path, {
  name: 'keepListLayout',
  summary: "Update the caller's columns and column widths of the donations list",
  access: 'read',
  ...inOrganization,
  changes: false,
  body: listLayout,
  response: responseBody,
})
