import { joinPdfs } from '../../../platform/pdf/pdf-files.ts'
import { startPdf } from '../../../platform/pdf/pdf-writer.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { recordBytes, type SignatureRecord, sealRecord } from './signature-record.ts'

const methods = { typed: 'typed their name', drawn: 'drew their name' } as const
const roles = { donor: 'Donor', nonprofit: 'Nonprofit' } as const

async function certificatePage(record: SignatureRecord, at: Date): Promise<Buffer> {
  const writer = await startPdf({
    title: 'Signature record',
    author: record.organization.name,
    locale: 'en-US',
    madeAt: at,
  })
  writer.heading('Signature record')
  writer.line(`The form before this page was signed electronically, for match ${record.match} at ${record.company}.`)
  writer.facts([['Document (SHA-256)', record.document_sha256]])
  for (const { role, name, title, email, method, consent, signed_at, address, user_agent } of record.signatures) {
    writer.facts([
      [roles[role], [name, title].filter(Boolean).join(', ')],
      ['Email', email],
      ['Signed', `${signed_at.replace('T', ' ').replace(/\.\d+Z$/, '')} UTC; ${methods[method]}`],
      ['Internet address', address],
      ['Browser', user_agent],
      ['Agreed to', consent],
    ])
  }
  writer.small(
    'Attached to this file: document.pdf (the form as it was read before signing), signature-record.json and ' +
      'signature-record.sig, the seal of the record (Ed25519). If a byte of either was changed, the seal or the SHA-256 no longer fits.',
  )
  return writer.end()
}

export async function buildSignedPdf(
  platform: Pick<Platform, 'secrets'>,
  input: {
    readonly pages: Uint8Array
    readonly document: Uint8Array
    readonly record: SignatureRecord
    readonly at: Date
  },
): Promise<Uint8Array> {
  const { pages, document, record, at } = input
  const bytes = recordBytes(record)
  const seal = Buffer.from(`${sealRecord(platform, bytes)}\n`)
  return joinPdfs(
    [pages, await certificatePage(record, at)].map((part) => ({ bytes: part, type: 'application/pdf' })),
    {
      title: `Signed form, match ${record.match}`,
      at,
      attached: [
        {
          name: 'document.pdf',
          type: 'application/pdf',
          bytes: document,
          about: 'The form as it was read before signing',
        },
        { name: 'signature-record.json', type: 'application/json', bytes, about: 'Who signed, when, from where' },
        {
          name: 'signature-record.sig',
          type: 'text/plain',
          bytes: seal,
          about: 'Ed25519 seal of signature-record.json',
        },
      ],
    },
  )
}
