import { toUnits, verifications } from '@twofold/contract'
import { acrossOrganizations, inTenant, readOnly, type Tenant } from '../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { renderPageImage } from '../../../platform/pdf/render-page-image.ts'
import { orNotFound } from '../../../platform/runtime/errors.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { Directory } from '../../core/companies/index.ts'
import { curlApostrophes } from '../../core/texts/index.ts'
import { readFileForm } from '../documents/index.ts'
import { readCurrentForm } from '../signatures/index.ts'
import { checkSignature } from './check-signature.ts'
import { requestVerification } from './request-verification.ts'
import { readSigner, signForms } from './sign-forms.ts'
import {
  listCampaigns,
  listCompanies,
  listGroups,
  listPlatforms,
  listWaitingMatches,
  type WaitingRow,
} from './verifications.queries.ts'

export const verificationRoutes = (directory: Directory): ServedRoute[] => [
  serve(verifications.listVerifications, async (call) => {
    const { platform, tenant, query } = call
    const [list, signer] = await Promise.all([readList(platform, tenant, query), readSigner(call)])
    return { ...list, signer }
  }),

  serve(verifications.askToVerify, async (call) => ({ undo: await requestVerification(call, directory, call.body) })),

  serve(verifications.signForms, (call) => signForms(call, directory, call.body)),

  serve(verifications.checkSignature, async ({ platform, tenant, request }) => {
    const { file } = await readFileForm(request)
    return checkSignature(platform, tenant, file.bytes)
  }),

  serve(verifications.showSignedForm, async ({ platform, tenant, params }) => {
    const file = await readCurrentForm(platform, tenant, params.id)
    const picture = orNotFound(file && (await renderPageImage(file, params.page)))
    return { image: `data:image/png;base64,${picture.toString('base64')}` }
  }),
]

type ListQuery = { readonly page: number; readonly group?: string | undefined }

async function readList({ database, clock }: Platform, tenant: Tenant, { page, group = '' }: ListQuery) {
  const now = clock()
  const { groups, rows } = await inTenant(readOnly(database), tenant, async (db) => ({
    groups: await listGroups(db, tenant, now),
    rows: await listWaitingMatches(db, tenant, { now, group: group || null, page }),
  }))
  const idsOf = (of: (row: (typeof groups)[number]) => number | null) => groups.flatMap((row) => of(row) ?? [])
  // A chapter's gift may be in a campaign of its parent, which only a query across the family can read.
  const names = await acrossOrganizations(readOnly(database), async (db) => ({
    platforms: new Map(
      (
        await listPlatforms(
          db,
          groups.flatMap((row) => row.platform ?? []),
        )
      ).map((platform) => [platform.id, platform]),
    ),
    companies: new Map(
      (
        await listCompanies(
          db,
          idsOf((row) => row.company_id),
        )
      ).map(({ id, name }) => [id, name]),
    ),
    campaigns: new Map(
      (
        await listCampaigns(
          db,
          idsOf((row) => row.campaign_id),
        )
      ).map(({ id, name }) => [id, name]),
    ),
  }))
  const nameOf = ({ asks, platform, campaign_id, company_id }: Source): string => {
    if (asks === 'platform') return names.platforms.get(platform ?? '')?.name ?? ''
    if (asks === 'campaign') return names.campaigns.get(campaign_id ?? 0) ?? ''
    return names.companies.get(company_id ?? 0) ?? ''
  }
  const sum = (of: (row: (typeof groups)[number]) => number) => groups.reduce((all, row) => all + of(row), 0)
  const total = sum(({ count }) => count)
  return {
    total: group === '' ? total : (groups.find(({ key }) => key === group)?.count ?? 0),
    all: total,
    late: sum(({ late }) => late),
    groups: groups.map((row) => ({
      key: row.key,
      asks: row.asks,
      name: nameOf(row),
      count: row.count,
      url: row.asks === 'platform' ? (names.platforms.get(row.platform ?? '')?.url ?? '') : '',
      steps: row.asks === 'platform' ? (names.platforms.get(row.platform ?? '')?.steps ?? []).map(curlApostrophes) : [],
      campaign_id: row.asks === 'campaign' ? row.campaign_id : null,
    })),
    verifications: rows.map((row) => present(row, nameOf(row))),
  }
}

type Source = Pick<WaitingRow, 'asks' | 'platform' | 'campaign_id' | 'company_id'>

const present = (row: WaitingRow, groupName: string): verifications.Verification => ({
  donation_id: row.donation_id,
  organization: { id: row.organization_id, name: row.organization_name },
  donor_name: row.donor_name,
  company: row.company_id === null ? null : { id: row.company_id, name: row.company_name ?? '' },
  amount: toUnits(row.amount_cents),
  matched: toUnits(row.estimated_cents),
  currency: row.currency,
  donated_at: row.donated_at,
  transaction_id: row.transaction_id,
  asks: row.asks,
  asked_by: row.asked_by || groupName,
  group: row.key,
  contact: row.contact,
  until: row.until,
  is_late: row.is_late,
  since: row.since.toISOString(),
  form_pages: row.asks === 'sign' ? row.form_pages : 0,
})
