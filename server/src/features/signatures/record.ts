import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import type { Platform } from '../../platform/platform.ts'
import type { Signature } from './signatures.queries.ts'

/** What a signature is proven by. docs/signature-records.md describes it for whoever checks one; a change makes a new `record`. */
export type SignatureRecord = {
  readonly record: 'twofold-signature-1'
  readonly match: number
  readonly organization: { readonly id: number; readonly name: string; readonly ein: string }
  readonly company: string
  readonly form: string
  /** Of the filled form as its signers read it, in hexadecimal. */
  readonly document_sha256: string
  readonly signatures: readonly {
    readonly role: Signature['role']
    readonly name: string
    readonly email: string
    readonly method: Signature['method']
    readonly consent: string
    readonly signed_at: string
    readonly address: string
    readonly user_agent: string
  }[]
}

/** The bytes that are sealed and attached. */
export const recordBytes = (record: SignatureRecord): Buffer => Buffer.from(`${JSON.stringify(record, null, 2)}\n`)

export const recordOf = (
  about: Omit<SignatureRecord, 'record' | 'signatures'>,
  signatures: readonly Signature[],
): SignatureRecord => ({
  record: 'twofold-signature-1',
  ...about,
  signatures: signatures.map(({ signed_at, drawing: _, ...given }) => ({
    ...given,
    signed_at: signed_at.toISOString(),
  })),
})

type Secrets = Pick<Platform, 'secrets'>

// RFC 8410: what stands before the 32 bytes of an Ed25519 key in PKCS #8
const keyHead = Buffer.from('302e020100300506032b657004220420', 'hex')

const sealingKey = ({ secrets }: Secrets): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([keyHead, secrets.keyFor('signature-record')]),
    format: 'der',
    type: 'pkcs8',
  })

/** Ed25519 over the bytes, in base64. */
export const sealOf = (platform: Secrets, bytes: Buffer): string =>
  sign(null, bytes, sealingKey(platform)).toString('base64')

/** By which anybody checks a seal, as PEM. */
export const publicKeyOf = (platform: Secrets): string =>
  createPublicKey(sealingKey(platform)).export({ type: 'spki', format: 'pem' }).toString()
