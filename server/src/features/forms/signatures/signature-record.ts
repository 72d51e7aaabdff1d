import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { z } from 'zod'
import type { Platform } from '../../../platform/services/platform.ts'
import type { Signature } from './signatures.queries.ts'

/** Described in docs/operating/signature-records.md. A change of its format requires a new `record` value. */
export type SignatureRecord = {
  readonly record: 'twofold-signature-2'
  readonly match: number
  readonly organization: { readonly id: number; readonly name: string; readonly ein: string }
  readonly company: string
  readonly form: string
  /** Hexadecimal, of the filled form as read by its signers. */
  readonly document_sha256: string
  readonly signatures: readonly {
    readonly role: Signature['role']
    readonly name: string
    /** '' for a donor. */
    readonly title: string
    readonly email: string
    readonly method: Signature['method']
    readonly consent: string
    readonly signed_at: string
    readonly address: string
    readonly user_agent: string
  }[]
}

const signatureShape = z.object({
  role: z.enum(['donor', 'nonprofit']),
  name: z.string(),
  // missing in records of the first version
  title: z.string().default(''),
  email: z.string(),
  method: z.enum(['typed', 'drawn']),
  consent: z.string(),
  signed_at: z.string(),
  address: z.string(),
  user_agent: z.string(),
})
const recordShape = z.object({
  record: z.enum(['twofold-signature-1', 'twofold-signature-2']),
  match: z.int(),
  organization: z.object({ id: z.int(), name: z.string(), ein: z.string() }),
  company: z.string(),
  form: z.string(),
  document_sha256: z.string(),
  signatures: z.array(signatureShape),
})

/** Reads either version. @throws if it is not a record */
export const readRecord = (bytes: Uint8Array): z.output<typeof recordShape> =>
  recordShape.parse(JSON.parse(Buffer.from(bytes).toString()))

export const recordBytes = (record: SignatureRecord): Buffer => Buffer.from(`${JSON.stringify(record, null, 2)}\n`)

export const createRecord = (
  header: Omit<SignatureRecord, 'record' | 'signatures'>,
  signatures: readonly Signature[],
): SignatureRecord => ({
  record: 'twofold-signature-2',
  ...header,
  signatures: signatures.map(({ signed_at, drawing: _, ...signature }) => ({
    ...signature,
    signed_at: signed_at.toISOString(),
  })),
})

type Secrets = Pick<Platform, 'secrets'>

// RFC 8410: prefix of the 32 bytes of an Ed25519 key in PKCS #8
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

const sealingKey = ({ secrets }: Secrets): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([pkcs8Prefix, secrets.keyFor('signature-record')]),
    format: 'der',
    type: 'pkcs8',
  })

export const sealRecord = (platform: Secrets, bytes: Buffer): string =>
  sign(null, bytes, sealingKey(platform)).toString('base64')

/** The seal is base64. */
export const isSealValid = (platform: Secrets, bytes: Uint8Array, seal: string): boolean =>
  verify(null, bytes, createPublicKey(sealingKey(platform)), Buffer.from(seal.slice(0, 200), 'base64'))

/** Returns PEM. */
export const publicKeyPem = (platform: Secrets): string =>
  createPublicKey(sealingKey(platform)).export({ type: 'spki', format: 'pem' }).toString()
