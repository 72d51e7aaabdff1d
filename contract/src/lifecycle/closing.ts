import { z } from 'zod'
import { reauthentication } from '../accounts/auth/factors.ts'
import { erasedMessage } from '../core/organizations.ts'
import { route } from '../shared/route.ts'
import { inOrganization, ticketQuery } from '../shared/wire.ts'

/** Afterwards, all data of the organization is erased. */
export const reopenDays = 30

/** Nothing is erased earlier after the warning. */
export const warnDays = 7

export const closingMessages = {
  name: 'Type the organization’s name exactly as shown above',
  already: 'This organization is already closed.',
  open: 'This organization is already open.',
  byUs: 'We closed this organization. Contact us to reopen it.',
  late: `This organization was closed more than ${reopenDays} days ago, and we’re about to erase everything. Contact us right away to reopen it.`,
  erased: erasedMessage,
  parent: 'The parent organization is closed. Its administrators can reopen it together with its chapters.',
  closed: 'Organization closed',
  reopened: 'Organization reopened',
  closeFailed: 'Couldn’t close the organization',
  reopenFailed: 'Couldn’t reopen the organization',
  notAdmin: 'Only administrators can export everything, and you’re no longer one of this organization’s.',
  exportFailed: 'Couldn’t start the export',
} as const

const closing = z.object({
  cancelled_at: z.iso.datetime({ offset: true }).nullable(),
  chapters: z.number().describe('number of chapters closed or reopened with the organization'),
})

export const closeOrganization = route('POST', '/api/organization/{id}/close', {
  name: 'closeOrganization',
  summary: `Close an organization and its chapters. Admins can reopen it for ${reopenDays} days; then all data is erased`,
  access: 'admin',
  ...inOrganization,
  body: reauthentication.extend({
    name: z.string().max(300).describe('name of the organization, as confirmation'),
    reason: z.string().trim().max(500).default(''),
  }),
  response: closing,
})

export const reopenOrganization = route('POST', '/api/organization/{id}/reopen', {
  name: 'reopenOrganization',
  summary: 'Reopen a closed organization and the chapters closed with it',
  access: 'admin',
  ...inOrganization,
  whileClosed: true,
  body: z.object({}),
  response: closing,
})

export const exportOrganization = route('POST', '/api/organization/{id}/export', {
  name: 'exportOrganization',
  summary:
    'Create a one-time download link, valid for 60 seconds, to a ZIP of all data of an organization and its chapters',
  access: 'admin',
  ...inOrganization,
  whileClosed: true,
  body: z.object({}),
  response: z.object({ url: z.string() }),
})

export const downloadOrganization = route('GET', '/api/download/organization.zip', {
  name: 'downloadOrganization',
  summary: 'All data of an organization as a ZIP, for the holder of a ticket',
  access: 'public',
  query: ticketQuery,
  response: z.unknown(),
  responseKind: 'file',
  internal: true,
})
