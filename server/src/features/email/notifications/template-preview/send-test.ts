import { randomUUID } from 'node:crypto'
import { domainOf } from '../../../../platform/mail/address-text.ts'
import { Refusal } from '../../../../platform/runtime/errors.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import type { Sender } from '../donor-mails/sender-of-mail.ts'

type Test = { readonly sender: Sender; readonly subject: string; readonly html: string; readonly text: string }

/** Bypasses the queue, so that a rejection is visible immediately. Returns the address. @throws Refusal unavailable */
export async function sendTest(
  platform: Pick<Platform, 'mail'>,
  { email: to, name }: { readonly email: string; readonly name: string },
  { sender, subject, html, text }: Test,
): Promise<{ to: string }> {
  const outcome = await platform.mail.send({
    ...sender,
    to: { name, address: to },
    subject: `Test: ${subject}`,
    html,
    text,
    messageId: `${randomUUID()}@${domainOf(sender.from.address)}`,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply' },
  })
  if (outcome.result !== 'sent') {
    throw new Refusal('unavailable', `The mail server didn’t accept the email: ${outcome.problem}`)
  }
  return { to }
}
