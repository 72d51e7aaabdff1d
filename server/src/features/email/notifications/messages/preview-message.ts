import type { staffMessages } from '@twofold/contract'
import type { Db, Tenant } from '../../../../platform/database/database.ts'
import { oneLine } from '../../../../platform/mail/address-text.ts'
import { notFound } from '../../../../platform/runtime/errors.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { findMailLogo } from '../donor-mails/logo-of-mail.ts'
import { findMatchFacts } from '../donor-mails/match-facts.queries.ts'
import { formatSender, type Sender, senderOf } from '../donor-mails/sender-of-mail.ts'
import { labelDonorLinks, sampleLinks } from '../send-review/sample-links.ts'
import { findPreviewDonation } from '../template-preview/preview-donation.queries.ts'
import { renderMessage } from './render-message.ts'

type Shown = staffMessages.MessageWords & { readonly donation_id: number }
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
  { donation_id, ...words }: Shown,
): Promise<{ readonly shown: Preview; readonly sender: Sender }> {
  const gift = await findPreviewDonation(db, tenant, donation_id)
  const facts = gift && (await findMatchFacts(db, { ...gift, now: platform.clock() }))
  if (!facts) throw notFound()
  const sender = senderOf(platform, facts)
  const logo = await findMailLogo(platform, facts)
  const { subject, html, text } = renderMessage({ words, facts, links: sampleLinks, logo })
  const to = oneLine([facts.donor.name, `<${facts.donor.email}>`].filter(Boolean).join(' '))
  return { sender, shown: { from: formatSender(sender), to, subject, html, text: labelDonorLinks(text) } }
}
