import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { misspeltNames } from './misspelt-settings.ts'
import * as setting from './setting-formats.ts'

/** Only this file reads the environment; `.env.example` explains each name. */
export type Config = {
  environment: 'development' | 'test' | 'production'
  isProduction: boolean
  logLevel: (typeof setting.logLevels)[number]
  host: string
  /** 0 picks a free port. */
  port: number
  /** Without a trailing slash; null means the address that the server listens on. */
  publicUrl: string | null
  trustProxy: setting.TrustedProxies
  dataDir: string
  /** null means the embedded server in `dataDir`. */
  databaseUrl: string | null
  databaseWaitSeconds: number
  /** Limits a statement and the wait for a connection; null means the defaults. */
  databasePatienceSeconds: number | null
  /** Has at least 32 characters. */
  secret: string
  demo: boolean
  role: 'all' | 'web' | 'worker'
  /** Time between SIGTERM, when `/readyz` starts to return 503, and closing the port. */
  drainSeconds: number
  /** Limits a whole request. Not a setting; tests shorten it. */
  requestWithinMs: number
  /** null keeps all mail in the outbox. */
  smtpUrl: string | null
  mailFrom: string
  /** Recipient domains for the real mail server; null means all. */
  mailAllow: readonly string[] | null
  mailDelaySeconds: number
  /** `paused` holds email, webhooks, and charges until a super user releases them. */
  outgoing: (typeof setting.outgoingChoices)[number]
  /** Limits mail to donors from a new domain; no steps means no limit. */
  warmUp: { ladder: readonly number[]; isOfProduct: boolean }
  /** Signs for the address in `mailFrom`; null leaves signing to the mail server. */
  dkim: { selector: string; privateKey: string } | null
  /** A term such as `include:spf.provider.example`; null requires no SPF record. */
  mailSpf: string | null
  /** The mail server must accept mail from organizations' own domains. */
  ownSenders: boolean
  /** null means the servers of the operating system. */
  dnsServers: readonly string[] | null
  /** Not a setting; tests extend it. */
  dnsWithinMs: number
  /** `+` and the email's id are added; null means the address in `mailFrom`. */
  bounceAddress: string | null
  /** null disables reading. */
  bounceMailbox: setting.ImapFolder | null
  /** Topics of Amazon SES; null disables its reports. The same holds for the keys of the providers below. */
  sesTopics: readonly string[] | null
  /** `name:password`. */
  postmarkWebhookLogin: string | null
  sendgridWebhookKey: string | null
  mailgunWebhookKey: string | null
  s3Url: string | null
  /** Larger downloads are written in the background. */
  reportRowsAtOnce: number
  /** null means that the portal issues invoices itself. */
  stripe: { secretKey: string; webhookSecret: string; apiBase: string } | null
  /** null means now. */
  clock: Date | null
  passwordMinLength: number
  /** False only in the demo, where the super user's password is public. */
  superUsersNeedFactor: boolean
  supportEmail: string | null
  supportPhone: string | null
  supportAddress: string | null
}

export type Environment = Readonly<Record<string, string | undefined>>

/** Once for all missing and malformed settings; the message can be shown as is. */
export class SettingsError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`Twofold can’t start with these settings:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.name = 'SettingsError'
    this.problems = problems
  }
}

/** Mail providers recommend these limits for a new domain; there is no limit afterwards. */
const defaultWarmUp = [50, 100, 500, 1_000, 5_000, 10_000, 20_000, 40_000]

const settings = z.object({
  NODE_ENV: setting.oneOf(['development', 'test', 'production']).default('development'),
  LOG_LEVEL: setting.oneOf(setting.logLevels).default('info'),
  HOST: setting.host.default('127.0.0.1'),
  PORT: setting.wholeNumber(0, 65_535).default(3000),
  PUBLIC_URL: setting.origin.optional(),
  TRUST_PROXY: setting.trustedProxies.default(false),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: setting.databaseUrl.optional(),
  DATABASE_PATIENCE_SECONDS: setting.wholeNumber(1, 600).optional(),
  DATABASE_WAIT_SECONDS: setting.wholeNumber(0, 3600).default(60),
  SECRET: setting.secret.optional(),
  DEMO: setting.flag.optional(),
  ROLE: setting.oneOf(['all', 'web', 'worker']).default('all'),
  DRAIN_SECONDS: setting.wholeNumber(0, 20).default(5),
  SMTP_URL: setting.smtpUrlOrNone.optional(),
  MAIL_FROM: setting.mailbox.default('Twofold <no-reply@twofold.example>'),
  MAIL_ALLOW: setting.domains.optional(),
  MAIL_DELAY_SECONDS: setting.wholeNumber(0, 604_800).default(1800),
  OUTGOING: setting.oneOf(setting.outgoingChoices).default('on'),
  MAIL_WARM_UP: setting.risingNumbers.optional(),
  DKIM_SELECTOR: setting.dkimSelector.optional(),
  DKIM_KEY: setting.dkimKey.optional(),
  MAIL_SPF: setting.spfMechanism.optional(),
  OWN_SENDERS: setting.flag.optional(),
  DNS_SERVERS: setting.dnsServers.optional(),
  BOUNCE_ADDRESS: setting.bounceAddress.optional(),
  BOUNCE_MAILBOX: setting.imapFolder.optional(),
  SES_TOPICS: setting.snsTopics.optional(),
  POSTMARK_WEBHOOK_LOGIN: setting.webhookLogin.optional(),
  SENDGRID_WEBHOOK_KEY: setting.ecPublicKey.optional(),
  MAILGUN_WEBHOOK_KEY: setting.signingKey.optional(),
  S3_URL: setting.s3Url.optional(),
  REPORT_ROWS_AT_ONCE: setting.wholeNumber(0, 1_000_000).default(50_000),
  STRIPE_SECRET_KEY: setting.stripeSecretKey.optional(),
  STRIPE_WEBHOOK_SECRET: setting.stripeWebhookSecret.optional(),
  STRIPE_API_BASE: setting.origin.default('https://api.stripe.com'),
  CLOCK: setting.instant.optional(),
  PASSWORD_MIN_LENGTH: setting.wholeNumber(6, 128).default(6),
  SUPPORT_EMAIL: setting.address.optional(),
  SUPPORT_PHONE: setting.phone.optional(),
  SUPPORT_ADDRESS: setting.postalAddress.optional(),
})
type Settings = z.infer<typeof settings>
type Name = keyof Settings
type SettingValues = Readonly<Partial<Record<Name, string>>>

const secretNames: readonly string[] = [
  'DATABASE_URL',
  'SECRET',
  'SMTP_URL',
  'S3_URL',
  'DKIM_KEY',
  'BOUNCE_MAILBOX',
  'POSTMARK_WEBHOOK_LOGIN',
  'MAILGUN_WEBHOOK_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
] satisfies Name[]

/** Creates the secret in `DATA_DIR` if none is given. Throws `SettingsError`. */
export function readConfig(env: Environment): Config {
  const values = readValues(env)
  const problems = settingProblems(env)
  if (problems.length > 0) throw new SettingsError(problems)
  return configOf(settings.parse(values))
}

/** Reads and writes no files. */
export const settingProblems = (env: Environment): string[] => [
  ...misspeltNames(env, Object.keys(settings.shape)),
  ...problemsOf(readValues(env)),
]

function readValues(env: Environment): SettingValues {
  const values = Object.keys(settings.shape).map((name) => [name, env[name]?.trim() || undefined])
  return Object.fromEntries(values)
}

function problemsOf(values: SettingValues): string[] {
  const malformed = settings.safeParse(values).error?.issues ?? []
  return [...malformed.map(({ path }) => describeMalformed(values, path[0] as Name)), ...combinationProblems(values)]
}

function describeMalformed(values: SettingValues, name: Name): string {
  const schema = settings.shape[name]
  const { description } = 'unwrap' in schema ? schema.unwrap() : schema
  const shown = secretNames.includes(name) ? 'what it is set to' : `'${values[name]?.slice(0, 80)}'`
  return `${name} must be ${description}; ${shown} is not.`
}

function combinationProblems(values: SettingValues): string[] {
  const isProduction = values.NODE_ENV === 'production'
  const sendsMail = values.SMTP_URL !== undefined && values.SMTP_URL !== 'none'
  const rules: readonly (readonly [boolean, string])[] = [
    [
      isProduction && values.SMTP_URL === undefined,
      `SMTP_URL is missing: in production it must be ${setting.smtpUrlOrNone.description}. With none, no email is sent.`,
    ],
    [
      isProduction && sendsMail && values.MAIL_FROM === undefined,
      `MAIL_FROM is missing: with SMTP_URL it must be ${setting.mailbox.description}.`,
    ],
    [
      values.STRIPE_SECRET_KEY !== undefined && values.STRIPE_WEBHOOK_SECRET === undefined,
      `STRIPE_WEBHOOK_SECRET is missing: with STRIPE_SECRET_KEY it must be ${setting.stripeWebhookSecret.description}.`,
    ],
    [
      (values.DKIM_KEY === undefined) !== (values.DKIM_SELECTOR === undefined),
      'DKIM_KEY and DKIM_SELECTOR come together: one of them is missing.',
    ],
    ...(['STRIPE_WEBHOOK_SECRET', 'STRIPE_API_BASE'] as const).map(
      (name) =>
        [
          values.STRIPE_SECRET_KEY === undefined && values[name] !== undefined,
          `${name} requires STRIPE_SECRET_KEY, which is missing.`,
        ] as const,
    ),
    [isProduction && values.CLOCK !== undefined, 'CLOCK must not be set in production, which uses the real time.'],
    [
      isProduction && values.DATABASE_PATIENCE_SECONDS !== undefined,
      'DATABASE_PATIENCE_SECONDS must not be set in production: nobody waits that long for a page.',
    ],
    [
      isProduction && values.MAIL_ALLOW !== undefined,
      'MAIL_ALLOW must not be set in production: emails there go to all their recipients.',
    ],
    [isProduction && values.DEMO === '1', 'DEMO must be 0 in production: the demo accounts’ passwords are public.'],
  ]
  return rules.flatMap(([isSo, sentence]) => (isSo ? [sentence] : []))
}

function configOf(settingValues: Settings): Config {
  const isProduction = settingValues.NODE_ENV === 'production'
  const demo = settingValues.DEMO ?? (settingValues.DATABASE_URL === undefined && !isProduction)
  const dataDir = resolve(settingValues.DATA_DIR)
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: apiBase } = settingValues
  const { DKIM_SELECTOR: selector, DKIM_KEY: privateKey } = settingValues
  /** Null in production, where the operator must set the value. */
  const placeholder = (text: string): string | null => (isProduction ? null : text)
  return {
    environment: settingValues.NODE_ENV,
    isProduction,
    logLevel: settingValues.LOG_LEVEL,
    host: settingValues.HOST,
    port: settingValues.PORT,
    publicUrl: settingValues.PUBLIC_URL ?? null,
    trustProxy: settingValues.TRUST_PROXY,
    dataDir,
    databaseUrl: settingValues.DATABASE_URL ?? null,
    databaseWaitSeconds: settingValues.DATABASE_WAIT_SECONDS,
    databasePatienceSeconds: settingValues.DATABASE_PATIENCE_SECONDS ?? null,
    secret: settingValues.SECRET ?? readOrCreateSecret(dataDir),
    demo,
    role: settingValues.ROLE,
    drainSeconds: settingValues.DRAIN_SECONDS,
    requestWithinMs: 55_000,
    smtpUrl: settingValues.SMTP_URL === 'none' ? null : (settingValues.SMTP_URL ?? null),
    outgoing: settingValues.OUTGOING,
    mailFrom: settingValues.MAIL_FROM,
    mailAllow: isProduction ? null : (settingValues.MAIL_ALLOW ?? []),
    mailDelaySeconds: settingValues.MAIL_DELAY_SECONDS,
    warmUp: {
      ladder: settingValues.MAIL_WARM_UP ?? defaultWarmUp,
      isOfProduct: (settingValues.MAIL_WARM_UP ?? []).length > 0,
    },
    dkim: selector && privateKey ? { selector, privateKey } : null,
    mailSpf: settingValues.MAIL_SPF ?? null,
    ownSenders: settingValues.OWN_SENDERS ?? !isProduction,
    dnsServers: settingValues.DNS_SERVERS ?? null,
    dnsWithinMs: 5_000,
    bounceAddress: settingValues.BOUNCE_ADDRESS ?? null,
    bounceMailbox: settingValues.BOUNCE_MAILBOX ?? null,
    sesTopics: settingValues.SES_TOPICS ?? null,
    postmarkWebhookLogin: settingValues.POSTMARK_WEBHOOK_LOGIN ?? null,
    sendgridWebhookKey: settingValues.SENDGRID_WEBHOOK_KEY ?? null,
    mailgunWebhookKey: settingValues.MAILGUN_WEBHOOK_KEY ?? null,
    s3Url: settingValues.S3_URL ?? null,
    reportRowsAtOnce: settingValues.REPORT_ROWS_AT_ONCE,
    stripe: secretKey && webhookSecret ? { secretKey, webhookSecret, apiBase } : null,
    clock: settingValues.CLOCK ?? null,
    passwordMinLength: settingValues.PASSWORD_MIN_LENGTH,
    superUsersNeedFactor: isProduction || !demo,
    supportEmail: settingValues.SUPPORT_EMAIL ?? placeholder('support@twofold.example'),
    supportPhone: settingValues.SUPPORT_PHONE ?? placeholder('+1 555 010 0199'),
    supportAddress: settingValues.SUPPORT_ADDRESS ?? placeholder('100 Example Street, Springfield, IL 62701'),
  }
}

/** Created by the first start. Processes that start together use the same one. */
function readOrCreateSecret(dataDir: string): string {
  const path = join(dataDir, 'secret')
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const existing = readSecret(path)
    if (existing !== null) return existing
    const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
    writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
    try {
      linkSync(draft, path) // unlike a rename, a link does not replace the secret of a faster process
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error
    } finally {
      rmSync(draft)
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new SettingsError([`DATA_DIR must be a folder that this process can write to: ${reason}`])
  }
  const secret = readSecret(path)
  if (secret === null) throw new SettingsError([`DATA_DIR must not change while the process starts: ${path} is gone.`])
  return secret
}

function readSecret(path: string): string | null {
  try {
    const secret = readFileSync(path, 'utf8').trim()
    if (setting.secret.safeParse(secret).success) return secret
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null
    throw error
  }
  throw new Error(
    `${path} must contain ${setting.secret.description}. Restore the previous one: encrypted data depends on it`,
  )
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
