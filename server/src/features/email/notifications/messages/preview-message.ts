import type { staffMessages } from '@twofold/contract'
import type { Db, Tenant } from '../../../../platform/database/database.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { labelDonorLinks, sampleLinks } from '../../donor-links/index.ts'
import { getMatchFacts } from '../../match-facts/index.ts'
import { findMailLogo } from '../donor-mails/logo-of-mail.ts'
import { formatRecipient, formatSender, type Sender, senderOf } from '../donor-mails/sender-of-mail.ts'
import { renderMessage } from './render-message.ts'

type PreviewForm = staffMessages.MessageText & { readonly donation_id: number }
type Preview = {
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
}

export async function previewMessage(
  db: Db,
  { platform, tenant }: { readonly platform: Platform; readonly tenant: Tenant },
  { donation_id, ...words }: PreviewForm,
): Promise<{ readonly shown: Preview; readonly sender: Sender }> {
  const facts = await getMatchFacts(db, tenant, donation_id, platform.clock())
  const sender = senderOf(platform, facts)
  const logo = await findMailLogo(platform, facts)
  const { subject, html, text } = renderMessage({ words, facts, links: sampleLinks, logo })
  const preview = { from: formatSender(sender), to: formatRecipient(facts), subject, html, text: labelDonorLinks(text) }
  return { sender, shown: preview }
}
