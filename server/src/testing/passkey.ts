import { createHash, createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { z } from 'zod'

const publicJwk = z.object({ x: z.string(), y: z.string() })
const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()

export function createSoftwarePasskey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicJwk.parse(publicKey.export({ format: 'jwk' }))
  const key = createPrivateKey(privateKey.export({ format: 'pem', type: 'pkcs8' }))
  const rawId = randomBytes(16)
  const id = rawId.toString('base64url')
  const coseKey = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
  return {
    id,
    /** The table `passkeys` has the same format: COSE, ES256 on P-256. */
    publicKey: coseKey,
    /** Without attestation of a manufacturer. */
    make: (challenge: string, { origin }: { origin: string }) => {
      const client = Buffer.from(JSON.stringify({ type: 'webauthn.create', challenge, origin, crossOrigin: false }))
      const about = Buffer.from([0x45, 0, 0, 0, 0, ...Array(16).fill(0), 0, rawId.length])
      const data = Buffer.concat([sha256(new URL(origin).hostname), about, rawId, coseKey])
      // CBOR: { fmt: 'none', attStmt: {}, authData: bytes }
      const head = Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex')
      const attestation = Buffer.concat([head, Buffer.from([data.length]), data])
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['usb'],
        },
      }
    },
    /** `verified`: the key verified its user. */
    answer: (challenge: string, { origin, verified = true }: { origin: string; verified?: boolean }) => {
      const client = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin, crossOrigin: false }))
      const flags = Buffer.from([verified ? 0x05 : 0x01])
      const data = Buffer.concat([sha256(new URL(origin).hostname), flags, Buffer.from([0, 0, 0, 0])])
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), key).toString('base64url'),
        },
      }
    },
  }
}
