import { isTemplateVariable, templates, variablesIn } from '@twofold/contract'
import { instructedStatusIds } from '@twofold/matching'
import type { Db, Tenant } from '../../../../platform/database/database.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { customWordsOf, languageOf, type TemplateStatusId } from '../../../core/texts/index.ts'
import { labelDonorLinks, sampleLinks } from '../../donor-links/index.ts'
import { getMatchFacts, type MatchFacts, variablesOf } from '../../match-facts/index.ts'
import { findMailLogo } from '../donor-mails/logo-of-mail.ts'
import { type CustomTexts, renderMail } from '../donor-mails/render-mail.ts'
import { formatRecipient, formatSender, type Sender, senderOf } from '../donor-mails/sender-of-mail.ts'
import { sampleFacts } from '../send-review/sample-mail.ts'

type PreviewContext = { readonly platform: Platform; readonly tenant: Tenant }
type PreviewForm = templates.ShownTemplate

type Preview = { readonly rendered: templates.RenderedTemplate; readonly sender: Sender }

export async function renderPreview(db: Db, context: PreviewContext, form: PreviewForm): Promise<Preview> {
  const { platform, tenant } = context
  const facts = form.donation_id
    ? await getMatchFacts(db, tenant, form.donation_id, platform.clock())
    : await sampleFacts(db, context, form.status_id)
  const customTexts = customWordsOf(form.status_id, languageOf(facts.organization.language), getFormTexts(form))
  const mail = renderMail({
    kind: { templateOf: () => form.status_id, part: templates.emailCountOf(form.status_id) === 3 ? form.part : 1 },
    statusId: getPreviewStatus(form, facts),
    facts,
    links: sampleLinks,
    logo: await findMailLogo(platform, facts),
    own: customTexts,
  })
  const sender = senderOf(platform, facts)
  const { replyTo = '' } = sender
  const rendered = {
    from: formatSender(sender),
    reply_to: replyTo,
    to: formatRecipient(facts),
    ...mail,
    text: labelDonorLinks(mail.text),
    empty: findEmptyVariables(customTexts, facts),
  }
  return { rendered, sender }
}

/** Deadline warnings are about the match's status, thanks about the completed status. */
function getPreviewStatus({ status_id }: PreviewForm, { donation }: MatchFacts): TemplateStatusId {
  if (status_id === 103) return 1
  if (status_id !== 102) return status_id
  return instructedStatusIds.find((id) => id === donation.statusId) ?? 7
}

const getFormTexts = (form: PreviewForm): CustomTexts =>
  Object.fromEntries(
    templates.templateFields.flatMap((field) => (form[field] === undefined ? [] : [[field, form[field]]])),
  )

function findEmptyVariables(customTexts: CustomTexts, facts: MatchFacts): templates.RenderedTemplate['empty'] {
  const values = variablesOf(facts, languageOf(facts.donor.language))
  return templates.templateFields.flatMap((field) => {
    const emptyVariables = variablesIn(customTexts[field] ?? '').filter(
      (name) => isTemplateVariable(name) && name !== 'receiving_org_logo' && !values[name],
    )
    return emptyVariables.length > 0 ? [{ field, variables: emptyVariables }] : []
  })
}
