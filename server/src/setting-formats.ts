import { createPrivateKey, createPublicKey } from 'node:crypto'
import { isIP } from 'node:net'
import { z } from 'zod'

// The description of each format is shown to people.

function settingFormat<T>(expected: string, read: (text: string) => T | undefined) {
  return z
    .string()
    .transform((text, context): T => {
      const value = read(text)
      if (value !== undefined) return value
      context.addIssue({ code: 'custom', message: expected })
      return z.NEVER
    })
    .describe(expected)
}

/** false trusts none. */
export type TrustedProxies = false | string[]

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export const oneOf = <const T extends string>(choices: readonly T[]) =>
  z.enum(choices).describe(`one of ${choices.join(', ')}`)

export const wholeNumber = (min: number, max: number) =>
  settingFormat(`a whole number from ${min} to ${max}`, (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    return value >= min && value <= max ? value : undefined
  })

/** `0` means no numbers. */
export const risingNumbers = settingFormat(
  "rising numbers separated by commas, such as '50, 100, 500', or 0 for none",
  (text) => {
    if (text === '0') return []
    const numbers = text.split(',').map((number) => (/^\s*[1-9]\d{0,6}\s*$/.test(number) ? Number(number) : Number.NaN))
    return numbers.length <= 100 && numbers.every((number, at) => number > (numbers[at - 1] ?? 0)) ? numbers : undefined
  },
)

export const flag = settingFormat('0 or 1', (text) => (text === '1' ? true : text === '0' ? false : undefined))

export const host = settingFormat('an IP address or a host name such as 127.0.0.1, 0.0.0.0 or localhost', (text) =>
  isIP(text) !== 0 || isHostName(text) ? text : undefined,
)

/** A trailing slash is removed. */
export const origin = settingFormat('an address such as https://portal.example.org, without path', (text) => {
  const url = parseUrl(text, ['http:', 'https:'])
  const isBare = url?.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
  return isBare ? url.origin : undefined
})

export const databaseUrl = settingFormat(
  'a PostgreSQL address such as postgres://user:password@host:5432/database',
  (text) => (parseUrl(text, ['postgres:', 'postgresql:']) ? text : undefined),
)

/** `none` keeps all email in the outbox, in production too. */
export const smtpUrlOrNone = settingFormat(
  'a mail server such as smtp://user:password@host:587 or smtps://user:password@host:465, or none',
  (text) => (text === 'none' || parseUrl(text, ['smtp:', 'smtps:'])?.hostname ? text : undefined),
)

export const outgoingChoices = ['on', 'paused'] as const

export const s3Url = settingFormat('a bucket such as https://key:secret@s3.us-east-1.amazonaws.com/bucket', (text) => {
  const url = parseUrl(text, ['http:', 'https:'])
  return url && /^\/[^/]+\/?$/.test(url.pathname) ? text : undefined
})

export const secret = settingFormat(
  'at least 32 characters that nobody can guess, such as the output of: openssl rand -base64 32',
  (text) => (text.length >= 32 && new Set(text).size >= 10 ? text : undefined),
)

export const stripeSecretKey = settingFormat("a secret key of Stripe, which begins with 'sk_' or 'rk_'", (text) =>
  /^[sr]k_\w{3,}$/.test(text) ? text : undefined,
)

export const stripeWebhookSecret = settingFormat("a signing secret of Stripe, which begins with 'whsec_'", (text) =>
  /^whsec_\S{3,}$/.test(text) ? text : undefined,
)

export const address = settingFormat('an e-mail address', (text) => (isAddress(text) ? text : undefined))

export const mailbox = settingFormat(
  "an email address, or a name with one as in 'Twofold <matching@example.org>'",
  (text) => {
    const named = /^[^<>\r\n]*<([^<>]+)>$/.exec(text)
    return isAddress(named?.[1] ?? text) ? text : undefined
  },
)

export const domains = settingFormat("domains separated by commas, such as 'example.org, example.com'", (text) => {
  const names = text.split(',').map((name) => name.trim().toLowerCase().replace(/^@/, ''))
  return names.every((name) => isHostName(name)) ? names : undefined
})

export const snsTopics = settingFormat(
  "topics of Amazon SNS separated by commas, such as 'arn:aws:sns:us-east-1:123456789012:mail-reports'",
  (text) => {
    const topics = text.split(',').map((topic) => topic.trim())
    return topics.every((topic) => /^arn:aws[\w-]{0,20}:sns:[a-z0-9-]{1,30}:\d{12}:[\w-]{1,256}(\.fifo)?$/.test(topic))
      ? topics
      : undefined
  },
)

export const webhookLogin = settingFormat(
  "a name and a password of 20 characters at least, as in 'postmark:<password>'",
  (text) => (/^[^:\s]{1,64}:\S{20,200}$/.test(text) ? text : undefined),
)

export const ecPublicKey = settingFormat('the verification key as SendGrid shows it, in base64', (text) => {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ec' ? text : undefined
  } catch {
    return undefined
  }
})

/** Every receiver supports RSA. */
export const dkimKey = settingFormat('a private RSA key of 2048 bits at least, its DER (PKCS #8) in base64', (text) => {
  try {
    const key = createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' })
    const isLong = key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048
    return isLong ? key.export({ format: 'pem', type: 'pkcs8' }).toString() : undefined
  } catch {
    return undefined
  }
})

export const dkimSelector = settingFormat("a name of letters, digits and hyphens such as 'twofold1'", (text) =>
  /^[a-z0-9-]{1,63}$/.test(text) ? text : undefined,
)

export const spfMechanism = settingFormat(
  "what SPF is to name, such as 'include:spf.provider.example' or 'ip4:192.0.2.7'",
  (text) =>
    /^(include:[a-z0-9._-]{3,200}|ip4:[0-9./]{7,18}|ip6:[0-9a-f:./]{3,45}|a:[a-z0-9._-]{3,200})$/.test(text)
      ? text
      : undefined,
)

export const dnsServers = settingFormat(
  "addresses of DNS servers separated by commas, such as '192.0.2.53, 127.0.0.1:5353'",
  (text) => {
    const servers = text.split(',').map((server) => server.trim())
    const isServer = (server: string) => {
      const [address = '', port = '53'] = isIP(server) === 0 ? server.split(':') : [server]
      return isIP(address) !== 0 && /^\d{1,5}$/.test(port)
    }
    return servers.every(isServer) ? servers : undefined
  },
)

/** `isHere`: the server is on this machine, so no network is involved. */
export type ImapFolder = {
  readonly host: string
  readonly port: number
  readonly isSecure: boolean
  readonly isHere: boolean
  readonly user: string
  readonly password: string
  readonly folder: string
}

export const imapFolder = settingFormat<ImapFolder>(
  'a mailbox such as imaps://user:password@host:993 or imap://user:password@host:143/Folder',
  (text) => {
    const url = parseUrl(text, ['imap:', 'imaps:'])
    const [user, password, folder] = [url?.username, url?.password, url?.pathname.slice(1)].map((part) => decoded(part))
    if (!url?.hostname || !user || !password || folder === undefined) return undefined
    const isSecure = url.protocol === 'imaps:'
    const isHere = ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)
    const port = url.port === '' ? (isSecure ? 993 : 143) : Number(url.port)
    return { host: url.hostname, port, isSecure, isHere, user, password, folder: folder || 'INBOX' }
  },
)

function decoded(part: string | undefined): string | undefined {
  try {
    return part === undefined ? undefined : decodeURIComponent(part)
  } catch {
    return undefined
  }
}

/** RFC 5321 allows 64 characters before the @; `+` and the id of an email take 37 of them. */
export const bounceAddress = settingFormat('an email address with 27 characters before the @ at most', (text) =>
  isAddress(text) && text.indexOf('@') <= 27 ? text : undefined,
)

export const signingKey = settingFormat('a signing key of 16 characters at least, without spaces', (text) =>
  /^\S{16,200}$/.test(text) ? text : undefined,
)

/** Two machines could have different local time zones. */
export const instant = settingFormat("an ISO time with its zone, such as '2026-11-20T09:00:00Z'", (text) => {
  const time = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/.test(text)
    ? new Date(text)
    : undefined
  return time && !Number.isNaN(time.getTime()) ? time : undefined
})

export const phone = settingFormat('a phone number', (text) =>
  /^[+(\d][\d ().+x-]{4,30}$/.test(text) ? text : undefined,
)

export const postalAddress = settingFormat('a postal address on one line, its lines parted by commas', (text) =>
  /^(?=.*\p{L})[^\p{C}<>]{5,200}$/u.test(text) ? text : undefined,
)

/** Trusting every proxy, or a number of hops, would let a client choose its rate-limited address. */
export const trustedProxies = settingFormat<TrustedProxies>(
  "the addresses or networks of the proxies in front, such as '10.0.0.0/8, 192.0.2.7'",
  (text) => {
    const networks = text.split(',').map((entry) => entry.trim())
    return networks.every((entry) => isNetwork(entry)) ? networks : undefined
  },
)

function parseUrl(text: string, protocols: readonly string[]): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url && protocols.includes(url.protocol) ? url : undefined
}

function isHostName(text: string): boolean {
  return /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i.test(text)
}

function isAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  return at > 0 && /^[^\s@<>",;]{1,64}$/.test(text.slice(0, at)) && isHostName(text.slice(at + 1))
}

function isNetwork(text: string): boolean {
  const [ip = '', bits, ...rest] = text.split('/')
  const family = isIP(ip)
  if (family === 0 || rest.length > 0) return false
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128))
  )
}
