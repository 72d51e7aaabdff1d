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

/** What is signed and handed out as text. */
type SigningPurpose =
  | 'donor-link'
  | 'unsubscribe'
  | 'registration'
  | 'sign-in-code'
  | 'passkey'
  | 'match-request'
  | 'giving'

/** Keys of separate purposes derived from the one SECRET, so that a token of one kind is worthless as another. */
export type Secrets = {
  readonly keyFor: (
    purpose: 'session' | 'database' | 'erased-address' | 'signature-record' | SigningPurpose,
  ) => Uint8Array
  /** URL-safe text that proves that `payload` was made here for `purpose`: `payload.signature`. */
  readonly sign: (purpose: SigningPurpose, payload: string) => string
  /** The payload, or null when the signature does not fit. */
  readonly verify: (purpose: SigningPurpose, signed: string) => string | null
  /** AES-256-GCM. `place` says whose and which column it is, so that a value moved elsewhere cannot be opened. */
  readonly seal: (plain: string, place: SealedPlace) => string
  /** Throws when the text was not sealed with this secret for this place. */
  readonly open: (sealed: string, place: SealedPlace) => string
}

/** `organizationId` is the user's id, negative, for what belongs to a person. */
export type SealedPlace = { readonly organizationId: number; readonly column: string }

/** Stands before every sealed text, so that a later key can be told from this one. */
const keyId = 'k1'
const associated = ({ organizationId, column }: SealedPlace): Buffer =>
  Buffer.from(`${keyId}:${organizationId}:${column}`)

export function createSecrets(secret: string): Secrets {
  const keys = new Map<string, Uint8Array>()
  const keyFor = (purpose: string): Uint8Array => {
    const known = keys.get(purpose)
    if (known) return known
    const key = new Uint8Array(hkdfSync('sha256', secret, 'twofold', purpose, 32))
    keys.set(purpose, key)
    return key
  }
  // Made once: bytes are read anew for each signature, which took twice as long as signing, and each mail has three.
  const signingKeys = new Map<string, KeyObject>()
  const signingKeyFor = (purpose: string): KeyObject => {
    const known = signingKeys.get(purpose)
    if (known) return known
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
      const given = Buffer.from(signed.slice(dot + 1), 'base64url')
      const right = signatureOf(purpose, payload)
      return given.length === right.length && timingSafeEqual(given, right) ? payload : null
    },
    seal: (plain, place) => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', keyFor('sealed'), nonce).setAAD(associated(place))
      const sealed = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${keyId}.${sealed.toString('base64url')}`
    },
    open: (sealed, place) => {
      const [id, text] = sealed.split('.')
      if (id !== keyId || !text) throw new Error('sealed with a key that is not known')
      const bytes = Buffer.from(text, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', keyFor('sealed'), bytes.subarray(0, 12))
      decipher.setAAD(associated(place)).setAuthTag(bytes.subarray(-16))
      return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8')
    },
  }
}

/** 256 random bits for links and tickets. Only its digest is ever stored. */
export const randomToken = (): string => randomBytes(32).toString('base64url')

export const digestOf = (token: string | Uint8Array): Buffer => createHash('sha256').update(token).digest()
