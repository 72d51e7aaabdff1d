import { publicMatch } from '@twofold/contract'
import {
  acrossOrganizations,
  grantTenant,
  inTenant,
  readOnly,
  withoutTenant,
} from '../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { dayOf } from '../../../platform/runtime/clock.ts'
import { notFound } from '../../../platform/runtime/errors.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { type Directory, listPoliciesOn } from '../../core/companies/index.ts'
import { languageOf } from '../../core/texts/index.ts'
import { previewMatch } from '../../matches/matches/index.ts'
import { presentOrganizations } from './present-organizations.ts'
import { presentOutlook, presentPolicy } from './present-policy.ts'
import { findOpenOrganizations, type OpenOrganization } from './public-match.queries.ts'
import { requestMatch } from './request-match.ts'

export function publicMatchRoutes(directory: Directory): ServedRoute[] {
  return [
    serve(publicMatch.findPublicOrganizations, async ({ platform, params }) => {
      const found = await openOrganizations(platform, params.organization)
      return { organizations: presentOrganizations(found, platform.clock()) }
    }),

    serve(publicMatch.getEmployerPolicy, async ({ platform, params, query }) => {
      const name = (await directory.current()).nameOf(params.company)
      if (name === undefined) throw notFound()
      const company = { id: params.company, name }
      const now = platform.clock()
      const language = languageOf(query.language)
      if (query.amount === undefined) {
        const policies = await withoutTenant(readOnly(platform.database), (db) =>
          listPoliciesOn(db, [company.id], dayOf(now)),
        )
        return presentPolicy(company, policies.get(company.id) ?? null, null, language)
      }
      const [organization] = query.organization ? await openOrganizations(platform, query.organization) : []
      const amountCents = Math.round(query.amount * 100)
      const donation = {
        company,
        organizationId: organization?.id ?? null,
        amountCents,
        day: query.date ?? now.toISOString().slice(0, 10),
        now,
      }
      const preview = await inTenant(
        readOnly(platform.database),
        grantTenant(organization?.id ?? 0, organization ? [organization.id] : [0]),
        (db) => previewMatch(db, donation),
      )
      return presentPolicy(
        company,
        preview.policy,
        presentOutlook(company, amountCents, preview, language),
        language,
        preview.currency,
      )
    }),

    serve(publicMatch.requestMatch, async (call) => {
      const { website, ...request } = call.body
      const [organization] = await openOrganizations(call.platform, call.params.organization)
      if (!organization) throw notFound()
      // A bot must not notice that it was detected.
      const result = website
        ? {
            message: languageOf(request.language ?? '').translateOnPage('asked_noted', {
              receiving_org_name: organization.name,
            }),
            steps: null,
          }
        : await requestMatch(call, directory, organization, request)
      return { received: true as const, ...result }
    }),
  ]
}

async function openOrganizations(platform: Platform, word: string): Promise<OpenOrganization[]> {
  const found = await acrossOrganizations(readOnly(platform.database), (db) => findOpenOrganizations(db, word))
  if (found.length === 0) throw notFound()
  return found
}
