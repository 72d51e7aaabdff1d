import { contact } from '@twofold/contract'
import { ApiError } from '../../../api/api-error.ts'
import type { call as realCall } from '../../../api/client.ts'

export type SendResult =
  | { readonly sent: true }
  | { readonly sent: false; readonly fields: Readonly<Record<string, string>>; readonly reason: string | undefined }

/** An instant response looks as if nothing was sent (specification: one second). */
const minMs = 1_000

export async function sendMessage(
  call: typeof realCall,
  values: contact.ContactForm,
  website: string,
  wait: (ms: number) => Promise<unknown> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
): Promise<SendResult> {
  try {
    await Promise.all([call(contact.sendMessage, { body: { ...values, website } }), wait(minMs)])
    return { sent: true }
  } catch (error) {
    if (!(error instanceof ApiError)) return { sent: false, fields: {}, reason: undefined }
    return { sent: false, fields: error.fields ?? {}, reason: error.status === 429 ? error.message : undefined }
  }
}
