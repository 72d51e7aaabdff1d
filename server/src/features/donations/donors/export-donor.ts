import { donorData } from '@twofold/contract'
import { stringify } from 'csv-stringify/sync'
import { strToU8, zipSync } from 'fflate'
import { z } from 'zod'
import { inTenant, type Tenant } from '../../../platform/database/database.ts'
import { notFound } from '../../../platform/runtime/errors.ts'
import { formulaGuardOptions } from '../../../platform/security/formula-guard.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { WriteCall } from '../../core/audit/index.ts'
import { writeAudit } from '../../core/audit/index.ts'
import { type Authenticators, issueTicket, openDownload } from '../../core/users/index.ts'
import { insertDonorEvents, lockDonors } from './change.queries.ts'
import type { PrivacyRequest } from './erase-donor.ts'
import { type DonorRows, readDonorData } from './export.queries.ts'

const purpose = 'donor-data'
const ticketParameters = z.object({ donorId: z.number() })

/** The audit trail logs the request. @throws Refusal not_found */
export async function createDonorDataLink(call: WriteCall, donorId: number): Promise<string> {
  const { platform, tenant, caller } = call
  const { organizationId } = tenant
  await inTenant(platform.database, tenant, async (db) => {
    const [donor] = await lockDonors(db, organizationId, [donorId])
    if (!donor) throw notFound()
    await writeAudit(db, call, { organizationId, action: 'exported', subject: 'donor', subjectId: donorId })
  })
  const ticket = await issueTicket(platform, tenant, { caller, purpose, parameters: { donorId } })
  return `${donorData.downloadDonor.path}?ticket=${ticket}`
}

export type DonorFile = { readonly name: string; readonly bytes: Buffer }

/** @throws Refusal if the link was used or its user lost access */
export async function openDonorData(
  platform: Platform,
  authenticators: Authenticators,
  request: { readonly ticket: string; readonly authorization: string | undefined },
): Promise<DonorFile> {
  const { tenant, parameters } = await openDownload(platform, authenticators, { ...request, purpose })
  const { donorId } = ticketParameters.parse(parameters)
  return fileOf(platform, tenant, donorId)
}

const readMe = `Everything this organization keeps about one person in Twofold.

data.json has all of it for software; each table has one part of it for people and spreadsheets.
Amounts are in cents of the currency next to them, times are UTC. The organization’s own fields are under "custom".
Notes are what the team wrote about this person’s gifts, without the author. Emails include their text where the
organization keeps it.
`

export async function exportOnRequest(
  { platform, tenant, request, take }: PrivacyRequest,
  donorId: number,
): Promise<DonorFile | null> {
  const { organizationId } = tenant
  const isClaimed = await inTenant(platform.database, tenant, async (db) => {
    if (!(await take(db))) return false
    await insertDonorEvents(
      db,
      [{ organization_id: organizationId, donor_id: donorId, action: 'data_copied', changes: [] }],
      { userId: null, now: platform.clock() },
    )
    const after = { asked_by: 'donor' }
    await writeAudit(
      db,
      { platform, request },
      { organizationId, action: 'exported', subject: 'donor', subjectId: donorId, after },
    )
    return true
  })
  return isClaimed ? fileOf(platform, tenant, donorId) : null
}

async function fileOf(platform: Platform, tenant: Tenant, donorId: number): Promise<DonorFile> {
  const { organizationId } = tenant
  const data = await inTenant(platform.database, tenant, (db) => readDonorData(db, { organizationId, id: donorId }), {
    readOnly: true,
    snapshot: true,
  })
  const now = platform.clock()
  const document = { exported_at: now.toISOString(), organization_id: organizationId, donor_id: donorId, ...data }
  const files = Object.fromEntries([
    ['READ ME.txt', strToU8(readMe)],
    ['data.json', strToU8(JSON.stringify(document, null, 2))],
    ...Object.entries(data).flatMap(([part, rows]) =>
      rows.length > 0 ? [[`${part}.csv`, strToU8(tableOf(rows))]] : [],
    ),
  ])
  const day = now.toISOString().slice(0, 10)
  return { name: `donor-${donorId}-${day}.zip`, bytes: Buffer.from(zipSync(files, { mtime: now })) }
}

const cellOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const tableOf = (rows: DonorRows): string => {
  const columns = Object.keys(rows[0] ?? {})
  return stringify([columns, ...rows.map((row) => columns.map((column) => cellOf(row[column])))], {
    bom: true,
    ...formulaGuardOptions,
    record_delimiter: 'windows',
    quoted_match: /[\r\n\t]/,
  })
}
