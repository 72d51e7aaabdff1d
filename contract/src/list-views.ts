import { z } from 'zod'
import { columnsIn } from './donation-columns.ts'
import { donationFilters } from './donations.ts'
import { filled } from './filled.ts'
import { organizationPath } from './organization-path.ts'
import { route } from './route.ts'
import { wireId } from './wire.ts'

/** The list of donations under a name, and how a person has its columns. A view belongs to one organization, not to its chapters. */

export const listViewMessages = {
  name: 'Give the view a name',
  longName: 'A name has at most 80 characters',
  columns: 'Choose at least one column',
  taken: 'There is already a view with that name.',
  share: 'Only members who may change gifts can share a view. Keep it to yourself instead.',
  notYours: 'Only the person who made a shared view, or an administrator, can change it. Save one of your own instead.',
  tooMany: 'You can have up to 50 views of your own, and 50 shared. Delete one you no longer need.',
  late: 'It is too late to bring this view back.',
  saveFailed: 'Failed to save the view',
  deleteFailed: 'Failed to delete the view',
  layoutFailed: 'Failed to keep your columns',
} as const

export const viewsAtMost = 50
export const viewBackHours = 24

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

const columns = z
  .array(columnName)
  .min(1, listViewMessages.columns)
  .max(60)
  .describe(`${listColumns.join(', ')}, or custom. and the key of a donation field`)

export const listLook = z.object({
  filters: donationFilters.default({}),
  any_date: z.boolean().default(false).describe('without days: false is the last 90 days, whenever it is opened'),
  sort_field: z.enum(['donated_at', 'amount']).default('donated_at'),
  ascending: z.boolean().default(false),
  columns,
})
export type ListLook = z.output<typeof listLook>

const name = filled(listViewMessages.name).max(80, listViewMessages.longName)

/** What a view asks for and the organization no longer has. */
export const goneThings = ['campaign', 'organization', 'upload', 'donor'] as const
export type GoneThing = (typeof goneThings)[number]

export const listView = z.object({
  id: z.number(),
  name: z.string(),
  shared: z.boolean().describe('with everyone in the organization; otherwise its maker alone sees it'),
  by: z.string().describe('who made it'),
  may_change: z.boolean().describe('its maker, and administrators where it is shared'),
  list: listLook,
  gone: z.array(z.enum(goneThings)).describe('what it asks for and is not there anymore'),
})
export type ListView = z.infer<typeof listView>

export const listLayout = z.object({
  columns: columns.nullable().describe('null: those that the list has from the start'),
  widths: z
    .record(columnName, z.number().int().min(60).max(800))
    .refine((widths) => Object.keys(widths).length <= 60, 'At most 60 widths are kept')
    .describe('in pixels; the other columns have the width that suits them'),
})
export type ListLayout = z.infer<typeof listLayout>

const viewPath = organizationPath.extend({ viewId: wireId })
const one = z.object({ view: listView })

export const listListViews = route({
  name: 'listListViews',
  method: 'GET',
  path: '/api/organization/{id}/list-view',
  summary: "One's own views of the list of donations, those that are shared, and how one has its columns",
  who: 'read',
  within: 'organization',
  peopleOnly: true,
  params: organizationPath,
  answer: z.object({ views: z.array(listView), layout: listLayout }),
})

export const createListView = route({
  name: 'createListView',
  method: 'POST',
  path: '/api/organization/{id}/list-view',
  summary: 'Save a view of the list of donations; sharing it takes the level write',
  who: 'read',
  within: 'organization',
  peopleOnly: true,
  status: 201,
  params: organizationPath,
  body: z.object({ name, shared: z.boolean().default(false), list: listLook }),
  answer: one,
})

export const changeListView = route({
  name: 'changeListView',
  method: 'PUT',
  path: '/api/organization/{id}/list-view/{viewId}',
  summary: 'Rename a view, change what it shows, share it or keep it to oneself',
  who: 'read',
  within: 'organization',
  peopleOnly: true,
  params: viewPath,
  body: z.object({ name: name.optional(), shared: z.boolean().optional(), list: listLook.optional() }),
  answer: one,
})

export const deleteListView = route({
  name: 'deleteListView',
  method: 'DELETE',
  path: '/api/organization/{id}/list-view/{viewId}',
  summary: `Delete a view; it can be brought back for ${viewBackHours} hours`,
  who: 'read',
  within: 'organization',
  peopleOnly: true,
  params: viewPath,
  answer: one,
})

export const restoreListView = route({
  name: 'restoreListView',
  method: 'POST',
  path: '/api/organization/{id}/list-view/{viewId}/restore',
  summary: 'Bring a deleted view back',
  who: 'read',
  within: 'organization',
  peopleOnly: true,
  params: viewPath,
  answer: one,
})

export const keepListLayout = route({
  name: 'keepListLayout',
  method: 'PUT',
  path: '/api/organization/{id}/list-layout',
  summary: "One's own columns of the list of donations and their widths, in this organization",
  who: 'read',
  within: 'organization',
  peopleOnly: true,
  changes: false,
  params: organizationPath,
  body: listLayout,
  answer: z.object({ layout: listLayout }),
})
