import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

type SigningPurpose =
  | 'donor-link'
  | 'unsubscribe'
  | 'registration'
  | 'sign-in-code'
  | 'passkey'
  | 'match-request'
  | 'giving'

/** Keys per purpose, derived from SECRET: a token of one kind is invalid for another. */
export type Secrets = {
  readonly keyFor: (
    purpose: 'session' | 'database' | 'erased-address' | 'signature-record' | SigningPurpose,
  ) => Uint8Array
  readonly sign: (purpose: SigningPurpose, payload: string) => string
  /** Returns the payload, or null if the signature is invalid. */
  readonly verify: (purpose: SigningPurpose, signed: string) => string | null
  /** AES-256-GCM. `context` binds the value to its owner and column. */
  readonly seal: (plain: string, context: SealContext) => string
  /** Throws if the text was not sealed with this secret for this context. */
  readonly open: (sealed: string, context: SealContext) => string
}

/** `organizationId` is the negated user id for personal data. */
export type SealContext = { readonly organizationId: number; readonly column: string }

const keyId = 'k1'
const associatedData = ({ organizationId, column }: SealContext): Buffer =>
  Buffer.from(`${keyId}:${organizationId}:${column}`)

/** Returns the functions that sign and seal with keys derived from `secret`. */
export function createSecrets(secret: string): Secrets {
  const keys = new Map<string, Uint8Array>()
  const keyFor = (purpose: string): Uint8Array => {
    const cached = keys.get(purpose)
    if (cached) return cached
    const key = new Uint8Array(hkdfSync('sha256', secret, 'twofold', purpose, 32))
    keys.set(purpose, key)
    return key
  }
  // Converting the bytes costs more than signing.
  const signingKeys = new Map<string, KeyObject>()
  const signingKeyFor = (purpose: string): KeyObject => {
    const cached = signingKeys.get(purpose)
    if (cached) return cached
    const key = createSecretKey(keyFor(purpose))
    signingKeys.set(purpose, key)
    return key
  }
  const signatureOf = (purpose: string, payload: string): Buffer =>
    createHmac('sha256', signingKeyFor(purpose)).update(payload).digest().subarray(0, 20)
  return {
    keyFor,
    sign: (purpose, payload) => `${payload}.${signatureOf(purpose, payload).toString('base64url')}`,
    verify: (purpose, signed) => {
      const dot = signed.lastIndexOf('.')
      if (dot < 1) return null
      const payload = signed.slice(0, dot)
      const signature = Buffer.from(signed.slice(dot + 1), 'base64url')
      const expected = signatureOf(purpose, payload)
      return signature.length === expected.length && timingSafeEqual(signature, expected) ? payload : null
    },
    seal: (plain, context) => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', keyFor('sealed'), nonce).setAAD(associatedData(context))
      const sealed = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${keyId}.${sealed.toString('base64url')}`
    },
    open: (sealed, context) => {
      const [id, text] = sealed.split('.')
      if (id !== keyId || !text) throw new Error('sealed with a key that is not known')
      const bytes = Buffer.from(text, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', keyFor('sealed'), bytes.subarray(0, 12))
      decipher.setAAD(associatedData(context)).setAuthTag(bytes.subarray(-16))
      return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8')
    },
  }
}

/** Returns 256 random bits. Store only the digest. */
export const randomToken = (): string => randomBytes(32).toString('base64url')

/** Returns the SHA-256 digest. */
export const digestOf = (token: string | Uint8Array): Buffer => createHash('sha256').update(token).digest()
