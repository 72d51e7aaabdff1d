import { companyForms } from '@twofold/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { grantTenant, inTenant } from '../../../../platform/database/database.ts'
import { pageRate, seeOther, type TokenRequest, withRateLimit } from '../../../../platform/http/form-pages.ts'
import { sendPlainPage } from '../../../../platform/http/plain-page.ts'
import { oneLine } from '../../../../platform/mail/address-text.ts'
import { renderPageImage } from '../../../../platform/pdf/render-page-image.ts'
import { Refusal } from '../../../../platform/runtime/errors.ts'
import { digestOf } from '../../../../platform/security/secrets.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import type { Directory } from '../../../core/companies/index.ts'
import { browserLanguage, languageOf } from '../../../core/texts/index.ts'
import { variablesOf } from '../../../email/match-facts/index.ts'
import { listDonorSources } from '../../../forms/company-forms/index.ts'
import {
  fillMatchForm,
  formValues,
  readCurrentForm,
  readDrawing,
  saveAnswers,
  signAsDonor,
  signatureDayText,
} from '../../../forms/signatures/index.ts'
import { donorPageUrls } from '../donor-page-urls.ts'
import { actionRate, pageRateLimit, parseGiftId, unavailableLinkPage, unknownLinkPage } from '../link-limits.ts'
import { translatorFor } from '../page-texts.ts'
import { findSigning, type OpenSigning } from './find-signing.ts'
import { requestLinkPage, signedPage, signPage, signScript } from './sign-page.ts'

const answers = z.object({
  donor_phone: z.string().max(1_000).optional(),
  donor_address: z.string().max(1_000).optional(),
  employee_id: z.string().max(1_000).optional(),
})
const signingForm = z.discriminatedUnion('press', [
  answers.extend({ press: z.literal('fill') }),
  z.object({
    press: z.literal('sign'),
    name: z.string().default(''),
    drawing: z.string().default(''),
    consent: z.string().default(''),
    document: z.string().default(''),
  }),
])
type SignatureForm = Extract<z.infer<typeof signingForm>, { press: 'sign' }>

/** A GET changes nothing. */
export function serveSigning(pages: FastifyInstance, platform: Platform, directory: Directory): void {
  const addresses = ({ params, query }: TokenRequest) => donorPageUrls(params.token, parseGiftId(query.gift))
  const openSigning = (request: TokenRequest) =>
    findSigning(platform, request.params.token, parseGiftId(request.query.gift), browserLanguage(request))
  const servePage = (
    path: string,
    handle: (request: TokenRequest, reply: FastifyReply) => Promise<FastifyReply>,
  ): void => {
    pages.get(`/match-request/:token/${path}`, (request: TokenRequest, reply) =>
      withRateLimit(platform, request, reply, pageRateLimit('donor-form', signingRate), () => handle(request, reply)),
    )
  }

  pages.get('/m/sign.js', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').type('text/javascript; charset=utf-8').send(signScript),
  )

  pages.get('/sign/:donationId', (request: FastifyRequest<{ Params: { donationId: string } }>, reply) =>
    withRateLimit(platform, request, reply, pageRateLimit('donor-page', pageRate), async () => {
      const donationId = parseGiftId(request.params.donationId) ?? -1
      return sendPlainPage(
        reply,
        donationId < 1 ? unknownLinkPage(request) : requestLinkPage(donationId, languageOf(browserLanguage(request))),
      )
    }),
  )

  servePage('form', async (request, reply) => {
    const signing = await openSigning(request)
    if (!signing) return sendPlainPage(reply, unavailableLinkPage(platform, request))
    if (signing.kind === 'closed') return seeOther(reply, addresses(request).page())
    return sendPlainPage(reply, await pageOf(platform, signing, request))
  })

  servePage('form.pdf', async (request, reply) => {
    const signing = await openSigning(request)
    const bytes = await fileOf(platform, signing)
    if (!bytes) return sendPlainPage(reply, signing ? unknownLinkPage(request) : unavailableLinkPage(platform, request))
    return reply
      .header('cache-control', 'no-store')
      .header('x-robots-tag', 'noindex, nofollow')
      .header('content-disposition', 'inline; filename="form.pdf"')
      .type('application/pdf')
      .send(Buffer.from(bytes))
  })

  servePage('form.png', async (request, reply) => {
    const bytes = await fileOf(platform, await openSigning(request))
    const picture = bytes && (await renderPageImage(bytes, parseGiftId(request.query.page) ?? 1))
    if (!picture) return sendPlainPage(reply, unknownLinkPage(request))
    return reply.header('cache-control', 'private, no-store').type('image/png').send(picture)
  })

  pages.post('/match-request/:token/form', (request: TokenRequest, reply) =>
    withRateLimit(platform, request, reply, pageRateLimit('donor-press', actionRate), async () => {
      const signing = await openSigning(request)
      const form = signingForm.safeParse(request.body)
      if (!signing) return sendPlainPage(reply, unavailableLinkPage(platform, request))
      if (!form.success) return sendPlainPage(reply, unknownLinkPage(request))
      if (signing.kind === 'signed') return seeOther(reply, addresses(request).form())
      if (signing.kind === 'closed') return seeOther(reply, addresses(request).page({ now: 'moved_on' }))
      if (form.data.press === 'fill') {
        const donorAnswers = answersOf(form.data)
        await inTenant(platform.database, tenantOf(signing), (db) => saveAnswers(db, signing.match, donorAnswers))
        return seeOther(reply, addresses(request).form())
      }
      const result = await sign(platform, directory, signing, form.data, request)
      if (result === 'moved_on') return seeOther(reply, addresses(request).page({ now: 'moved_on' }))
      return seeOther(reply, addresses(request).form(result === 'signed' ? {} : { now: result }))
    }),
  )
}

/** Each page of a form is an image: allows all pages on two devices. */
const signingRate = { max: pageRate.max * 2, seconds: pageRate.seconds }

const tenantOf = ({ match }: Pick<OpenSigning, 'match'>) =>
  grantTenant(
    match.organizationId,
    match.parentId === null ? [match.organizationId] : [match.organizationId, match.parentId],
  )

const answersOf = (form: z.infer<typeof answers>): Record<string, string> =>
  Object.fromEntries(companyForms.donorProvidedSources.map((source) => [source, oneLine(form[source] ?? '')]))

async function sign(
  platform: Platform,
  directory: Directory,
  signing: OpenSigning,
  { name, drawing, consent, document }: SignatureForm,
  { ip, headers }: TokenRequest,
): Promise<'signed' | 'missing' | 'changed' | 'moved_on'> {
  const signedName = oneLine(name, 100)
  if (signedName.length < 2 || consent !== 'yes') return 'missing'
  const { facts, form, matchForm } = signing
  const language = languageOf(facts.donor.language)
  try {
    const result = await signAsDonor(platform, directory, {
      facts,
      form,
      matchForm,
      family: tenantOf(signing).family,
      name: signedName,
      drawing: readDrawing(drawing),
      consent: translatorFor(language, variablesOf(facts, language))('sign_consent'),
      documentSha256: document,
      address: ip,
      userAgent: oneLine(String(headers['user-agent'] ?? ''), 300),
    })
    return result === 'changed' ? 'changed' : 'signed'
  } catch (error) {
    if (error instanceof Refusal && error.code === 'conflict') return 'moved_on'
    throw error
  }
}

async function pageOf(
  platform: Platform,
  signing: NonNullable<Awaited<ReturnType<typeof findSigning>>>,
  request: TokenRequest,
) {
  const addresses = donorPageUrls(request.params.token, parseGiftId(request.query.gift))
  if (signing.kind === 'closed') return unknownLinkPage(request)
  if (signing.kind === 'signed')
    return signedPage(
      { facts: signing.facts, addresses },
      signatureDayText(signing.signedAt, languageOf(signing.facts.donor.language)),
    )
  const { facts, form, matchForm, contact } = signing
  const sources = listDonorSources(form)
  const isAnswered = sources.length === 0 || sources.every((source) => matchForm.answers[source] !== undefined)
  return signPage({
    facts,
    addresses,
    sources,
    answers: { ...contact, ...matchForm.answers },
    isAnswered,
    notice: request.query.now === 'missing' || request.query.now === 'changed' ? request.query.now : null,
    pages: form.pages.length,
    values: valuesOn(form, formValues(facts, matchForm.answers)),
    documentSha256: isAnswered ? digestOf(await fillMatchForm(platform, form, matchForm, facts)).toString('hex') : '',
  })
}

const valuesOn = ({ placements }: OpenSigning['form'], values: ReturnType<typeof formValues>) =>
  Object.fromEntries(
    Object.entries(values).filter(([source]) => placements.some((placement) => placement.source === source)),
  )

async function fileOf(
  platform: Platform,
  signing: Awaited<ReturnType<typeof findSigning>>,
): Promise<Uint8Array | null> {
  if (!signing || signing.kind === 'closed') return null
  if (signing.kind === 'open') return fillMatchForm(platform, signing.form, signing.matchForm, signing.facts)
  return readCurrentForm(platform, tenantOf(signing), signing.match.donationId)
}
