import { companies, companyPagePath, operatorPages, type RateLimit, screens } from '@twofold/contract'
import { type Policy, policyLevel, policySentences } from '@twofold/matching'
import type { FastifyInstance } from 'fastify'
import { readOnly, withoutTenant } from '../../../platform/database/database.ts'
import { pageRate, textPage, withRateLimit } from '../../../platform/http/form-pages.ts'
import { type Html, html, type PlainPage, sendPlainPage } from '../../../platform/http/plain-page.ts'
import { dayOf } from '../../../platform/runtime/clock.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { type CompanyFacts, findCompanyFacts, listPoliciesOn } from './companies.queries.ts'
import { headingTexts, levelText, presentSources, type ShownSource, volunteerSentence } from './company-texts.ts'
import { webAddress } from './present-source.ts'

const rate: RateLimit = { ...pageRate, max: 120 }

/** `/companies/12-acme`, without a script. The words after the number may change; old addresses redirect. */
export async function serveCompanyPage(http: FastifyInstance, platform: Platform): Promise<void> {
  http.get<{ Params: { company: string } }>(companyPagePath.pattern, (request, reply) =>
    withRateLimit(platform, request, reply, { name: 'company-page', rate, refused: () => tooOften }, async () => {
      const { company } = request.params
      const [, id] = /^(\d{1,15})(?:-|$)/.exec(company) ?? []
      const found = id === undefined ? null : await findPage(platform, Number(id))
      if (!found) return sendPlainPage(reply, unknownCompany)
      const path = companyPagePath.of(found.facts)
      const [asked = ''] = request.url.split('?')
      return asked === path
        ? sendPlainPage(reply, companyPage(found.facts, found.policy, `${platform.publicUrl()}${path}`))
        : reply.header('cache-control', 'no-store').redirect(path, 301)
    }),
  )
}

const findPage = (platform: Platform, id: number) =>
  withoutTenant(readOnly(platform.database), async (db) => {
    const today = dayOf(platform.clock())
    const facts = await findCompanyFacts(db, id, today)
    return facts && { facts, policy: (await listPoliciesOn(db, [facts.id], today)).get(facts.id) ?? null }
  })

const tooOften = textPage('Too many pages', 'Wait a minute, then open the page again.', 429)
const unknownCompany: PlainPage = {
  title: 'Company not found – Twofold',
  status: 404,
  body: html`<div class="page"><main><h1>Company not found</h1><p>There’s no company at this address. <a href="${screens.publicCompanies}">Search all companies</a>.</p></main></div>`,
}

function companyPage(facts: CompanyFacts, policy: Policy | null, address: string): PlainPage {
  const sentences = policySentences(facts.name, policy)
  const sources = presentSources(facts, policy)
  const volunteer = policy?.program === 'yes' ? volunteerSentence(facts.volunteer_grant, policy.currency) : ''
  return {
    title: `Does ${facts.name} match donations? – Twofold`,
    published: {
      description: sentences
        .map(({ text }) => text)
        .join(' ')
        .slice(0, 300),
      address,
    },
    body: html`<div class="page"><header class="from"><a href="${screens.publicCompanies}">All companies</a></header>
<main><h1>${facts.name}</h1><p class="muted">${levelText(policyLevel(policy))}${inherited(facts, policy)}</p>
${[...Map.groupBy(sentences, ({ about }) => about)].map(
  ([about, group]) =>
    html`<h2>${headingTexts[about]}</h2>${group.map(({ text }) => html`<p>${text}</p>`)}${about === 'how' ? companyNextStep(policy) : null}`,
)}${volunteer ? html`<h2>Volunteer grants</h2><p>${volunteer}</p>` : null}
${aboutCompany(facts)}<h2>Sources</h2>${sourceList(sources)}
<p class="small muted">Policies change often. Check with the company before you rely on this. A missing entry means we don’t know.</p>
<p><a class="button quiet" href="${screens.contact}">Report a mistake</a></p></main>
<footer><a href="${screens.faq}">Questions and answers</a> · <a href="${operatorPages.privacy}">Privacy</a> · <a href="${operatorPages.terms}">Terms of use</a></footer></div>`,
  }
}

function inherited({ id, parent }: CompanyFacts, policy: Policy | null): Html | null {
  if (!parent) return null
  const of = html`<a href="${companyPagePath.of(parent)}">${parent.name}</a>`
  return policy && policy.ownerId !== id
    ? html` It’s part of ${of} and follows its policy.`
    : html` It’s part of ${of}.`
}

/** The company's own address, or that of its platform. */
function companyNextStep(policy: Policy | null): Html | null {
  if (!policy) return null
  const address =
    webAddress(policy.submissionUrl) ?? webAddress(policy.formUrl) ?? webAddress(policy.platform?.employeeUrl)
  const steps = policy.submissionUrl ? [] : (policy.platform?.employeeSteps ?? [])
  const guide = webAddress(policy.guideUrl)
  return html`${guide ? html`<p>Program page: <a href="${guide.href}" rel="noopener nofollow">${guide.host.replace(/^www\./, '')}</a></p>` : null}${address ? html`<p><a class="button" href="${address.href}" rel="noopener nofollow">Open ${address.host.replace(/^www\./, '')}</a></p>` : null}${
    steps.length > 0 ? html`<ol class="steps">${steps.map((step) => html`<li>${step}</li>`)}</ol>` : null
  }${policy.contactEmail ? html`<p>Contact: <a href="mailto:${policy.contactEmail}">${policy.contactEmail}</a></p>` : null}`
}

function aboutCompany({ website, industry, aliases }: CompanyFacts): Html {
  const site = webAddress(website)
  const rows: readonly (readonly [string, Html | string])[] = [
    ...(site ? [['Website', html`<a href="${site.href}" rel="noopener nofollow">${site.host}</a>`] as const] : []),
    ...(industry ? [['Industry', industry] as const] : []),
    ...(aliases.length > 0 ? [['Also known as', companies.abbreviateNames(aliases)] as const] : []),
  ]
  return rows.length === 0
    ? html``
    : html`<h2>About the company</h2><dl>${rows.map(([term, words]) => html`<div><dt>${term}</dt><dd><span>${words}</span></dd></div>`)}</dl>`
}

const sourceList = (sources: readonly ShownSource[]): Html =>
  sources.length === 0
    ? html`<p>We have no source for this company yet.</p>`
    : html`<ul>${sources.map(
        ({ title, url, learned, columns }) =>
          html`<li>${url ? html`<a href="${url}" rel="noopener nofollow">${title}</a>` : title}${learned ? `, ${learned}` : ', undated'}${columns ? `: ${columns}` : ''}</li>`,
      )}</ul>`
