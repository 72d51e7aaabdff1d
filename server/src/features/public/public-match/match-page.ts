import { publicMatch, screens } from '@twofold/contract'
import type { FastifyInstance } from 'fastify'
import { acrossOrganizations, readOnly } from '../../../platform/database/database.ts'
import { sendPage } from '../../../platform/http/pages.ts'
import { type Html, html } from '../../../platform/http/plain-page.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { presentOrganizations } from './present-organizations.ts'
import { findOpenOrganizations } from './public-match.queries.ts'

const longestDescription = 200

/**
 * Link previews run no script, so the head contains the organization. An unknown one returns 404 with the same page.
 */
export async function serveMatchPage(http: FastifyInstance, platform: Platform): Promise<void> {
  http.get<{ Params: { name: string }; Querystring: { id?: unknown } }>(screens.matchPage, async (request, reply) => {
    const { id } = request.query
    const idOrName = typeof id === 'string' && /^\d{1,15}$/.test(id) ? id : request.params.name
    const found = idOrName.includes('\0')
      ? []
      : await acrossOrganizations(readOnly(platform.database), (db) => findOpenOrganizations(db, idOrName))
    const [first, ...others] = presentOrganizations(found, platform.clock())
    if (!first) return sendPage(request, reply, { status: 404 })
    const title = others.length > 0 ? 'Match your gift' : `Match your gift to ${first.name}`
    const description =
      others.length > 0
        ? generalDescription
        : `${generalDescription} ${first.mission}`.trim().slice(0, longestDescription)
    const pageData = jsonFor({ asked: idOrName, organizations: [first, ...others] })
    return sendPage(request, reply, {
      title: `${title} · Twofold`,
      description,
      initialData: pageData,
      more: html`${preview(platform, { title, description, path: request.url })}${initialDataScript(pageData)}`,
    })
  })
}

const generalDescription =
  'Many employers match their employees’ donations. Find yours and request the match in two minutes.'

function preview(
  { publicUrl }: Platform,
  { title, description, path }: { readonly title: string; readonly description: string; readonly path: string },
): Html {
  const facts = [
    ['og:type', 'website'],
    ['og:site_name', 'Twofold'],
    ['og:title', title],
    ['og:description', description],
    ['og:url', `${publicUrl()}${path}`],
    ['og:image', `${publicUrl()}/match-preview.png`],
    ['og:image:width', '1200'],
    ['og:image:height', '630'],
    ['og:image:alt', 'A sheet of paper folded in two: your gift and its match.'],
  ] as const
  return html`${facts.map(([property, content]) => html`<meta property="${property}" content="${content}">`)}<meta name="twitter:card" content="summary_large_image">`
}

/** The JSON must not end its element. */
const jsonFor = (data: publicMatch.InitialPageData): string => JSON.stringify(data).replaceAll('<', '\\u003c')

function initialDataScript(json: string): Html {
  return { html: `<script type="application/json" id="${publicMatch.initialPageDataId}">${json}</script>` }
}
