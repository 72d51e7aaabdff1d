import { isTemplateVariable, templates, variablesIn } from '@twofold/contract'
import { instructedStatusIds } from '@twofold/matching'
import type { Db, Tenant } from '../../../../platform/database/database.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { customWordsOf, languageOf, type TemplateStatusId } from '../../../core/texts/index.ts'
import { findMailLogo } from '../donor-mails/logo-of-mail.ts'
import { variablesOf } from '../donor-mails/mail-variables.ts'
import { getMatchFacts, type MatchFacts } from '../donor-mails/match-facts.queries.ts'
import { type CustomWords, renderMail } from '../donor-mails/render-mail.ts'
import { formatRecipient, formatSender, type Sender, senderOf } from '../donor-mails/sender-of-mail.ts'
import { labelDonorLinks, sampleLinks } from '../links/links.ts'
import { sampleFacts } from '../send-review/sample-mail.ts'

type Showing = { readonly platform: Platform; readonly tenant: Tenant }
type Shown = templates.ShownTemplate

type Rendered = { readonly rendered: templates.RenderedTemplate; readonly sender: Sender }

export async function renderPreview(db: Db, showing: Showing, shown: Shown): Promise<Rendered> {
  const { platform, tenant } = showing
  const facts = shown.donation_id
    ? await getMatchFacts(db, tenant, shown.donation_id, platform.clock())
    : await sampleFacts(db, showing, shown.status_id)
  const own = customWordsOf(shown.status_id, languageOf(facts.organization.language), wordsIn(shown))
  const mail = renderMail({
    kind: { templateOf: () => shown.status_id, part: templates.emailCountOf(shown.status_id) === 3 ? shown.part : 1 },
    statusId: statusOf(shown, facts),
    facts,
    links: sampleLinks,
    logo: await findMailLogo(platform, facts),
    own,
  })
  const sender = senderOf(platform, facts)
  const { replyTo = '' } = sender
  const rendered = {
    from: formatSender(sender),
    reply_to: replyTo,
    to: formatRecipient(facts),
    ...mail,
    text: labelDonorLinks(mail.text),
    empty: emptyIn(own, facts),
  }
  return { rendered, sender }
}

/** Deadline warnings are about the match's status, thanks about the completed status. */
function statusOf({ status_id }: Shown, { donation }: MatchFacts): TemplateStatusId {
  if (status_id === 103) return 1
  if (status_id !== 102) return status_id
  return instructedStatusIds.find((id) => id === donation.statusId) ?? 7
}

const wordsIn = (shown: Shown): CustomWords =>
  Object.fromEntries(
    templates.templateFields.flatMap((field) => (shown[field] === undefined ? [] : [[field, shown[field]]])),
  )

function emptyIn(own: CustomWords, facts: MatchFacts): templates.RenderedTemplate['empty'] {
  const values = variablesOf(facts, languageOf(facts.donor.language))
  return templates.templateFields.flatMap((field) => {
    const empty = variablesIn(own[field] ?? '').filter(
      (name) => isTemplateVariable(name) && name !== 'receiving_org_logo' && !values[name],
    )
    return empty.length > 0 ? [{ field, variables: empty }] : []
  })
}
