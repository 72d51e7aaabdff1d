import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as setting from './setting-formats.ts'

/** Every setting of a process. Only this file reads the environment; `.env.example` explains each name. */
export type Config = {
  environment: 'development' | 'test' | 'production'
  isProduction: boolean
  logLevel: (typeof setting.logLevels)[number]
  host: string
  /** 0 picks a free port. */
  port: number
  /** Without a slash at its end; null means the address that the server listens on. */
  publicUrl: string | null
  trustProxy: setting.TrustedProxies
  /** Absolute path. */
  dataDir: string
  /** null means the embedded server in `dataDir`. */
  databaseUrl: string | null
  /** At least 32 characters; keys are derived from it, one for each purpose. */
  secret: string
  demo: boolean
  role: 'all' | 'web' | 'worker'
  /** null keeps every mail in the outbox. */
  smtpUrl: string | null
  mailFrom: string
  /** Domains that a real mail server may be given; null means all of them. */
  mailAllow: readonly string[] | null
  mailDelaySeconds: number
  s3Url: string | null
  /** null means that the portal issues invoices itself. */
  stripe: { secretKey: string; webhookSecret: string; apiBase: string } | null
  /** The time at which the process's clock starts to run; null means now. */
  clock: Date | null
  passwordMinLength: number
  /** Everywhere but in the demo, where everybody knows the super user's password anyway. */
  superUsersNeedFactor: boolean
  supportEmail: string | null
  supportPhone: string | null
  supportAddress: string | null
}

export type Environment = Readonly<Record<string, string | undefined>>

/** Thrown once for all missing and malformed settings; its message is ready to be shown. */
export class SettingsError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`Twofold cannot start with these settings:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.name = 'SettingsError'
    this.problems = problems
  }
}

/** Reads and checks every setting, and makes the secret in `DATA_DIR` where none is given. Throws `SettingsError`. */
export function readConfig(env: Environment): Config {
  const { settings, problems } = readSettings(env)
  if (problems.length > 0) throw new SettingsError(problems)
  return { ...settings, secret: settings.secret ?? keptSecret(settings.dataDir) }
}

/** What is wrong with the settings, one sentence each. Touches no file. */
export function settingProblems(env: Environment): string[] {
  return readSettings(env).problems
}

type Settings = Omit<Config, 'secret'> & { secret: string | null }

function readSettings(env: Environment): { settings: Settings; problems: string[] } {
  const problems: string[] = []
  const text = (name: string) => env[name]?.trim() || null
  const read = <T, D>(name: string, format: setting.Format<T>, otherwise: D): T | D => {
    const given = text(name)
    if (given === null) return otherwise
    const value = format.parse(given)
    if (value !== undefined) return value
    const shown = format.isSecret ? 'what it is set to' : `'${given.slice(0, 80)}'`
    problems.push(`${name} must be ${format.expected}; ${shown} is not.`)
    return otherwise
  }
  const refuse = (name: string, reason: string) => {
    if (text(name) !== null) problems.push(`${name} ${reason}`)
  }

  const environment = read('NODE_ENV', setting.oneOf(['development', 'test', 'production']), 'development' as const)
  const isProduction = environment === 'production'
  const databaseUrl = read('DATABASE_URL', setting.databaseUrl, null)
  const smtpUrl = read('SMTP_URL', setting.smtpUrl, null)
  const stripeKey = read('STRIPE_SECRET_KEY', setting.stripeSecretKey, null)
  const stripeWebhookSecret = read('STRIPE_WEBHOOK_SECRET', setting.stripeWebhookSecret, null)
  const demo = read('DEMO', setting.flag, databaseUrl === null && !isProduction)
  const settings: Settings = {
    environment,
    isProduction,
    logLevel: read('LOG_LEVEL', setting.oneOf(setting.logLevels), 'info' as const),
    host: read('HOST', setting.host, '127.0.0.1'),
    port: read('PORT', setting.wholeNumber(0, 65_535), 3000),
    publicUrl: read('PUBLIC_URL', setting.origin, null),
    trustProxy: read('TRUST_PROXY', setting.trustedProxies, false),
    dataDir: resolve(text('DATA_DIR') ?? './data'),
    databaseUrl,
    secret: read('SECRET', setting.secret, null),
    demo,
    role: read('ROLE', setting.oneOf(['all', 'web', 'worker']), 'all' as const),
    smtpUrl,
    mailFrom: read('MAIL_FROM', setting.mailbox, 'Twofold <no-reply@twofold.example>'),
    mailAllow: isProduction ? null : read('MAIL_ALLOW', setting.domains, []),
    mailDelaySeconds: read('MAIL_DELAY_SECONDS', setting.wholeNumber(0, 604_800), 1800),
    s3Url: read('S3_URL', setting.s3Url, null),
    stripe:
      stripeKey === null || stripeWebhookSecret === null
        ? null
        : {
            secretKey: stripeKey,
            webhookSecret: stripeWebhookSecret,
            apiBase: read('STRIPE_API_BASE', setting.origin, 'https://api.stripe.com'),
          },
    clock: isProduction ? null : read('CLOCK', setting.instant, null),
    passwordMinLength: read('PASSWORD_MIN_LENGTH', setting.wholeNumber(6, 128), 6),
    superUsersNeedFactor: isProduction || !demo,
    supportEmail: read('SUPPORT_EMAIL', setting.address, isProduction ? null : 'support@twofold.example'),
    supportPhone: read('SUPPORT_PHONE', setting.phone, isProduction ? null : '+1 555 010 0199'),
    supportAddress: read(
      'SUPPORT_ADDRESS',
      setting.postalAddress,
      isProduction ? null : '100 Example Street, Springfield, IL 62701',
    ),
  }

  if (isProduction && smtpUrl !== null && text('MAIL_FROM') === null)
    problems.push(`MAIL_FROM is missing: with SMTP_URL it must be ${setting.mailbox.expected}.`)
  if (text('STRIPE_SECRET_KEY') !== null && text('STRIPE_WEBHOOK_SECRET') === null)
    problems.push(
      `STRIPE_WEBHOOK_SECRET is missing: with STRIPE_SECRET_KEY it must be ${setting.stripeWebhookSecret.expected}.`,
    )
  if (text('STRIPE_SECRET_KEY') === null) {
    refuse('STRIPE_WEBHOOK_SECRET', 'is of no use without STRIPE_SECRET_KEY, which is missing.')
    refuse('STRIPE_API_BASE', 'is of no use without STRIPE_SECRET_KEY, which is missing.')
  }
  if (isProduction) {
    refuse('CLOCK', 'must not be set in production: its clock is the real one.')
    refuse('MAIL_ALLOW', 'must not be set in production: mail there goes to everybody it is meant for.')
    if (settings.demo) problems.push('DEMO must be 0 in production: the passwords of the demo accounts are public.')
  }
  return { settings, problems }
}

/** The secret kept in `DATA_DIR`, made on the first start. Processes that start together agree on one. */
function keptSecret(dataDir: string): string {
  const path = join(dataDir, 'secret')
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const known = readSecret(path)
    if (known !== null) return known
    const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
    writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
    try {
      linkSync(draft, path) // unlike a rename it refuses to replace the secret of a quicker process
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error
    } finally {
      rmSync(draft)
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new SettingsError([`DATA_DIR must be a folder that this process may write to: ${reason}`])
  }
  const secret = readSecret(path)
  if (secret === null)
    throw new SettingsError([`DATA_DIR must stay in place while the process starts: ${path} is gone.`])
  return secret
}

function readSecret(path: string): string | null {
  try {
    const secret = readFileSync(path, 'utf8').trim()
    if (setting.secret.parse(secret) !== undefined) return secret
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null
    throw error
  }
  throw new Error(
    `${path} does not hold ${setting.secret.expected}; bring back the one it held, what it encrypted depends on it`,
  )
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
