import type { Db } from '../../../../platform/database/database.ts'
import { isTemplateStatus } from '../../../core/texts/index.ts'
import { findMessageWords } from '../messages/messages.queries.ts'
import { renderMessage } from '../messages/render-message.ts'
import { type DonorMailName, donorMailKinds } from './donor-mail-kinds.ts'
import type { MailKey } from './mail-results.queries.ts'
import { type RenderedMail, type RenderInput, renderMail } from './render-mail.ts'

type DonorMail = MailKey & { readonly kind: DonorMailName; readonly statusId: number }

/** Returns null without a text. */
export async function renderDonorMail(
  db: Db,
  mail: DonorMail,
  input: Omit<RenderInput, 'kind' | 'statusId'>,
): Promise<RenderedMail | null> {
  const { kind, statusId } = mail
  if (kind === 'message') {
    const text = await findMessageWords(db, mail)
    return text && renderMessage({ words: text, ...input })
  }
  return isTemplateStatus(statusId) ? renderMail({ kind: donorMailKinds[kind], statusId, ...input }) : null
}
