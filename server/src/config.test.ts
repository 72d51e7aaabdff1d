import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { nodeOptions } from '../../scripts/install.mjs'
import { type Config, type Environment, readConfig, SettingsError, settingProblems } from './config.ts'

const secret = 'a-secret-of-the-tests-0123456789abcdef'
const sendgridKey = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .publicKey.export({ format: 'der', type: 'spki' })
  .toString('base64')
const stripe = { STRIPE_SECRET_KEY: 'sk_test_1234', STRIPE_WEBHOOK_SECRET: 'whsec_1234' }

type Row = {
  readonly name: string
  readonly key: keyof Config
  readonly good: readonly (readonly [string, unknown])[]
  readonly bad: readonly string[]
  readonly with?: Environment
}

const rows: readonly Row[] = [
  {
    name: 'OUTGOING',
    key: 'outgoing',
    good: [
      ['on', 'on'],
      ['paused', 'paused'],
    ],
    bad: ['off', 'held'],
  },
  {
    name: 'PORT',
    key: 'port',
    good: [
      ['0', 0],
      ['3000', 3000],
      [' 65535 ', 65_535],
    ],
    bad: ['-1', '65536', '80a', '3e3'],
  },
  {
    name: 'HOST',
    key: 'host',
    good: [
      ['0.0.0.0', '0.0.0.0'],
      ['::1', '::1'],
      ['localhost', 'localhost'],
    ],
    bad: ['a b', 'http://x'],
  },
  {
    name: 'PUBLIC_URL',
    key: 'publicUrl',
    good: [
      ['https://portal.example.org/', 'https://portal.example.org'],
      ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ],
    bad: ['portal.example.org', 'https://example.org/portal', 'ftp://example.org', 'https://u:p@example.org'],
  },
  { name: 'DATA_DIR', key: 'dataDir', good: [['/srv/two fold', '/srv/two fold']], bad: [] },
  {
    name: 'DATABASE_URL',
    key: 'databaseUrl',
    good: [['postgres://u:p@db:5432/twofold', 'postgres://u:p@db:5432/twofold']],
    bad: ['mysql://u:p@db/twofold', 'db:5432', 'u:p@db'],
  },
  { name: 'SECRET', key: 'secret', good: [[secret, secret]], bad: ['short', 'a'.repeat(40)] },
  {
    name: 'DEMO',
    key: 'demo',
    good: [
      ['0', false],
      ['1', true],
    ],
    bad: ['yes', 'true', '2'],
  },
  {
    name: 'ROLE',
    key: 'role',
    good: [
      ['all', 'all'],
      ['web', 'web'],
      ['worker', 'worker'],
    ],
    bad: ['Web', 'both'],
  },
  {
    name: 'SMTP_URL',
    key: 'smtpUrl',
    good: [
      ['smtp://127.0.0.1:2525', 'smtp://127.0.0.1:2525'],
      ['smtps://u:p@mail:465', 'smtps://u:p@mail:465'],
      ['none', null],
    ],
    bad: ['mail.example.org', 'http://mail', 'smtp://'],
  },
  {
    name: 'MAIL_FROM',
    key: 'mailFrom',
    good: [
      ['a@example.org', 'a@example.org'],
      ['Two Fold <a@example.org>', 'Two Fold <a@example.org>'],
    ],
    bad: ['nobody', 'a@b@', 'Two Fold <a>', 'a b@example.org'],
  },
  {
    name: 'MAIL_ALLOW',
    key: 'mailAllow',
    good: [
      ['example.org', ['example.org']],
      ['Example.org, @example.com', ['example.org', 'example.com']],
    ],
    bad: ['*', 'a@b.c d', 'example.org,,example.com'],
  },
  {
    name: 'MAIL_DELAY_SECONDS',
    key: 'mailDelaySeconds',
    good: [
      ['0', 0],
      ['1800', 1800],
    ],
    bad: ['-1', '1.5', '30m', '604801'],
  },
  {
    name: 'DRAIN_SECONDS',
    key: 'drainSeconds',
    good: [
      ['0', 0],
      ['20', 20],
    ],
    bad: ['21', '5s'],
  },
  {
    name: 'DATABASE_WAIT_SECONDS',
    key: 'databaseWaitSeconds',
    good: [
      ['0', 0],
      ['3600', 3600],
    ],
    bad: ['3601', '1m'],
  },
  {
    name: 'SES_TOPICS',
    key: 'sesTopics',
    good: [
      [
        'arn:aws:sns:us-east-1:123456789012:a, arn:aws-cn:sns:cn-north-1:123456789012:b-c',
        ['arn:aws:sns:us-east-1:123456789012:a', 'arn:aws-cn:sns:cn-north-1:123456789012:b-c'],
      ],
    ],
    bad: ['mail-reports', 'arn:aws:sqs:us-east-1:123456789012:a', 'https://sns.us-east-1.amazonaws.com'],
  },
  {
    name: 'POSTMARK_WEBHOOK_LOGIN',
    key: 'postmarkWebhookLogin',
    good: [['postmark:abcdefghijklmnopqrstuvwx', 'postmark:abcdefghijklmnopqrstuvwx']],
    bad: ['postmark', 'postmark:short', ':abcdefghijklmnopqrstuvwx'],
  },
  {
    name: 'SENDGRID_WEBHOOK_KEY',
    key: 'sendgridWebhookKey',
    good: [[sendgridKey, sendgridKey]],
    bad: ['key', sendgridKey.slice(0, 40)],
  },
  {
    name: 'MAILGUN_WEBHOOK_KEY',
    key: 'mailgunWebhookKey',
    good: [['0123456789abcdef0123', '0123456789abcdef0123']],
    bad: ['short', 'with a space in the middle of it'],
  },
  {
    name: 'DATABASE_PATIENCE_SECONDS',
    key: 'databasePatienceSeconds',
    good: [['60', 60]],
    bad: ['0', '1m', '601'],
  },
  {
    name: 'S3_URL',
    key: 's3Url',
    good: [['https://k:s@s3.example.org/bucket', 'https://k:s@s3.example.org/bucket']],
    bad: ['s3://bucket', 'https://s3.example.org', 'https://s3.example.org/a/b'],
  },
  {
    name: 'STRIPE_SECRET_KEY',
    key: 'stripe',
    with: stripe,
    good: [['rk_live_1', { secretKey: 'rk_live_1', webhookSecret: 'whsec_1234', apiBase: 'https://api.stripe.com' }]],
    bad: ['pk_test_1234', 'secret'],
  },
  { name: 'STRIPE_WEBHOOK_SECRET', key: 'stripe', with: stripe, good: [], bad: ['secret', 'whsec_'] },
  {
    name: 'STRIPE_API_BASE',
    key: 'stripe',
    with: stripe,
    good: [
      ['http://127.0.0.1:1', { secretKey: 'sk_test_1234', webhookSecret: 'whsec_1234', apiBase: 'http://127.0.0.1:1' }],
    ],
    bad: ['api.stripe.com', 'http://127.0.0.1/v1'],
  },
  {
    name: 'NODE_ENV',
    key: 'environment',
    good: [
      ['test', 'test'],
      ['production', 'production'],
    ],
    bad: ['prod', 'staging'],
    with: { SMTP_URL: 'none' },
  },
  {
    name: 'LOG_LEVEL',
    key: 'logLevel',
    good: [
      ['silent', 'silent'],
      ['warn', 'warn'],
    ],
    bad: ['loud', 'INFO'],
  },
  {
    name: 'CLOCK',
    key: 'clock',
    good: [
      ['2026-11-20T09:00:00Z', new Date('2026-11-20T09:00:00Z')],
      ['2026-11-20T09:00:00-05:00', new Date('2026-11-20T14:00:00Z')],
    ],
    bad: ['yesterday', '2026-11-20T09:00:00', '2026-13-01', '20.11.2026'],
  },
  {
    name: 'TRUST_PROXY',
    key: 'trustProxy',
    good: [['10.0.0.0/8, 192.0.2.7', ['10.0.0.0/8', '192.0.2.7']]],
    bad: ['1', 'true', '10.0.0.0/33', '0.0.0.0/0'],
  },
  {
    name: 'PASSWORD_MIN_LENGTH',
    key: 'passwordMinLength',
    good: [
      ['6', 6],
      ['12', 12],
    ],
    bad: ['5', '129'],
  },
  { name: 'SUPPORT_EMAIL', key: 'supportEmail', good: [['help@example.org', 'help@example.org']], bad: ['help'] },
  { name: 'SUPPORT_PHONE', key: 'supportPhone', good: [['+1 (555) 010-0199', '+1 (555) 010-0199']], bad: ['call us'] },
  {
    name: 'SUPPORT_ADDRESS',
    key: 'supportAddress',
    good: [['1 Elm St, Austin, TX 78701', '1 Elm St, Austin, TX 78701']],
    bad: ['here', '12345 67890', '<b>Elm Street</b>'],
  },
]

describe('a setting', () => {
  for (const { name, key, good, bad, with: otherSettings = {} } of rows) {
    for (const [given, expected] of good) {
      it(`${name}=${given} is accepted`, () => {
        expect(readConfig({ SECRET: secret, ...otherSettings, [name]: given })[key]).toEqual(expected)
      })
    }
    for (const value of bad) {
      it(`${name}=${value} stops the start and names the expected format`, () => {
        const [problem, ...others] = settingProblems({ ...otherSettings, [name]: value })
        expect(problem).toMatch(new RegExp(`^${name} must be .*; .* is not\\.$`))
        expect(others).toEqual([])
      })
    }
  }

  it('does not repeat a secret value in the message', () => {
    for (const name of [
      'DATABASE_URL',
      'SECRET',
      'SMTP_URL',
      'S3_URL',
      'STRIPE_SECRET_KEY',
      'STRIPE_WEBHOOK_SECRET',
      'POSTMARK_WEBHOOK_LOGIN',
      'MAILGUN_WEBHOOK_KEY',
    ]) {
      expect(settingProblems({ ...stripe, [name]: 'hunter2' }).join()).not.toContain('hunter2')
    }
  })

  it('is explained in .env.example', () => {
    const explained = readFileSync(fileURLToPath(new URL('../../.env.example', import.meta.url)), 'utf8')
    for (const { name } of rows) expect(explained).toMatch(new RegExp(`^#?${name}=`, 'm'))
  })
})

describe('a misspelled setting', () => {
  for (const [name, meant] of [
    ['SMPT_URL', 'SMTP_URL'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['PUBLIC_ULR', 'PUBLIC_URL'],
    ['MAILFROM', 'MAIL_FROM'],
    ['smtp_url', 'SMTP_URL'],
    ['PROT', 'PORT'],
    ['OUTGOIN', 'OUTGOING'],
    ['STRIPE_SECERT_KEY', 'STRIPE_SECRET_KEY'],
  ] as const) {
    it(`stops the start and names the nearest setting: ${name}`, () => {
      expect(settingProblems({ [name]: 'x' })).toEqual([`${name} is not a setting. Did you mean ${meant}?`])
      expect(() => readConfig({ [name]: 'x', SECRET: secret })).toThrow(`Did you mean ${meant}?`)
    })
  }

  it('is ignored while it is empty', () => {
    expect(settingProblems({ SMPT_URL: '' })).toEqual([])
  })

  it('is not reported for variables of other programs', () => {
    const others =
      'PATH HOME USER LOGNAME SHELL PWD OLDPWD TERM LANG LC_ALL TZ HOSTNAME HOSTTYPE MAIL EDITOR DISPLAY SHLVL TMPDIR CI ' +
      'NODE NODE_PATH NODE_OPTIONS NODE_EXTRA_CA_CERTS NODE_COMPILE_CACHE NODE_NO_WARNINGS NODE_DEBUG NODE_VERSION INIT_CWD ' +
      'PGHOST PGPORT PGUSER PGDATABASE PGPASSWORD PGSSLMODE PGDATA POSTGRES_PASSWORD POSTGRES_USER POSTGRES_DB DATABASE_PORT ' +
      'DATABASE_NAME DATABASE_HOST DATABASE_USER SMTP_PORT SMTP_HOST SMTP_SERVICE_HOST REDIS_URL HTTP_URL API_URL BASE_URL ' +
      'HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy npm_config_host npm_config_loglevel npm_package_name npm_lifecycle_event ' +
      'KUBERNETES_PORT KUBERNETES_SERVICE_HOST TWOFOLD_PORT HOST PORT PORT0 PORTS AWS_REGION AWS_ROLE_ARN LOGLEVEL ' +
      'AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY MALLOC_ARENA_MAX UV_THREADPOOL_SIZE DEBUG VITEST XDG_DATA_DIRS DBUS_SESSION_BUS_ADDRESS ' +
      'STRIPE_API_KEY MAILGUN_API_KEY SENDGRID_API_KEY COLORTERM NO_COLOR FORCE_COLOR _'
    const env = Object.fromEntries(others.split(' ').map((name) => [name, name.endsWith('PORT') ? '80' : 'x']))
    expect(settingProblems({ ...env, HOST: '127.0.0.1', PORT: '80' })).toEqual([])
  })
})

describe('settings together', () => {
  const problemsOf = (env: Environment): string => settingProblems(env).join('\n')
  const production = { NODE_ENV: 'production', SMTP_URL: 'none' }

  it('in production require a mail server or an explicit none', () => {
    const problem = /^SMTP_URL is missing: in production it must be a mail server such as .*, or none/
    expect(problemsOf({ NODE_ENV: 'production' })).toMatch(problem)
    expect(problemsOf({ NODE_ENV: 'production', SMTP_URL: ' ' })).toMatch(problem)
    expect(problemsOf({ NODE_ENV: 'production', SMTP_URL: 'none' })).toBe('')
    expect(readConfig({ NODE_ENV: 'production', SMTP_URL: 'none', SECRET: secret }).smtpUrl).toBeNull()
    expect(problemsOf({ NODE_ENV: 'production', SMTP_URL: 'smtp://mail', MAIL_FROM: 'a@example.org' })).toBe('')
  })

  it('use their defaults when they are missing or empty', () => {
    expect(readConfig({ SECRET: secret, PORT: '', ROLE: ' ' })).toMatchObject({
      environment: 'development',
      isProduction: false,
      port: 3000,
      host: '127.0.0.1',
      publicUrl: null,
      databaseUrl: null,
      demo: true,
      role: 'all',
      smtpUrl: null,
      mailAllow: [],
      mailDelaySeconds: 1800,
      s3Url: null,
      stripe: null,
      clock: null,
      logLevel: 'info',
    })
  })

  it('are all named at once when several are wrong', () => {
    expect(() => readConfig({ PORT: 'x', ROLE: 'x', CLOCK: 'x' })).toThrow(SettingsError)
    expect(settingProblems({ PORT: 'x', ROLE: 'x', CLOCK: 'x' })).toHaveLength(3)
  })

  it('for mail use a default sender, which production must replace', () => {
    expect(problemsOf({ SMTP_URL: 'smtp://127.0.0.1' })).toBe('')
    expect(problemsOf({ SMTP_URL: 'smtp://127.0.0.1', NODE_ENV: 'production' })).toMatch(/^MAIL_FROM is missing/)
  })

  it('for the payment provider must be set together', () => {
    expect(problemsOf({ STRIPE_SECRET_KEY: 'sk_test_1' })).toMatch(/^STRIPE_WEBHOOK_SECRET is missing/)
    expect(problemsOf({ STRIPE_API_BASE: 'http://127.0.0.1' })).toMatch(/^STRIPE_API_BASE requires STRIPE_SECRET_KEY/)
  })

  it('allow the demo only with the embedded database, and never in production', () => {
    expect(readConfig({ SECRET: secret, DATABASE_URL: 'postgres://db/x' }).demo).toBe(false)
    expect(readConfig({ SECRET: secret, ...production }).demo).toBe(false)
    expect(problemsOf({ ...production, DEMO: '1' })).toMatch(/^DEMO must be 0 in production/)
  })

  it('for trying things out are refused in production', () => {
    expect(problemsOf({ ...production, CLOCK: '2026-01-01' })).toMatch(/^CLOCK must not be set/)
    expect(problemsOf({ ...production, DATABASE_PATIENCE_SECONDS: '60' })).toMatch(
      /^DATABASE_PATIENCE_SECONDS must not be set/,
    )
    expect(problemsOf({ ...production, MAIL_ALLOW: 'example.org' })).toMatch(/^MAIL_ALLOW must not be set/)
  })
})

describe('the secret', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'twofold-config-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('is created once in DATA_DIR, readable by this account only', () => {
    const dataDir = join(folder, 'made here')
    const made = readConfig({ DATA_DIR: dataDir }).secret
    expect(made.length).toBeGreaterThanOrEqual(32)
    expect(readConfig({ DATA_DIR: dataDir }).secret).toBe(made)
    expect(statSync(join(dataDir, 'secret')).mode & 0o077).toBe(0)
  })

  it('is not created when other settings stop the start', () => {
    const dataDir = join(folder, 'never made')
    expect(() => readConfig({ DATA_DIR: dataDir, PORT: 'x' })).toThrow(/^Twofold can’t start.*\n {2}- PORT must be/)
    expect(existsSync(dataDir)).toBe(false)
  })

  it('stops the start when it is damaged, instead of being replaced', () => {
    const dataDir = join(folder, 'damaged')
    readConfig({ DATA_DIR: dataDir })
    writeFileSync(join(dataDir, 'secret'), 'oops')
    expect(() => readConfig({ DATA_DIR: dataDir })).toThrow(/DATA_DIR must be .*Restore the previous one/)
  })

  it('cannot be created when DATA_DIR is a file', () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    expect(() => readConfig({ DATA_DIR: file })).toThrow(/DATA_DIR must be a folder/)
  })
})

describe('the image', () => {
  const lines = readFileSync(fileURLToPath(new URL('../../Dockerfile', import.meta.url)), 'utf8').split('\n')
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')))

  it('runs in production, without the demo, by default', () => {
    const words = last.filter((line) => line.startsWith('ENV ')).flatMap((line) => line.split(' ').slice(1))
    const env = Object.fromEntries(words.map((word) => word.split('=')))
    const config = readConfig({ ...env, DATA_DIR: undefined, SECRET: secret, SMTP_URL: 'none' })
    expect(config).toMatchObject({ isProduction: true, demo: false, host: '0.0.0.0', port: 3000 })
  })

  it('starts Node with the options of `npm start`', () => {
    const options = nodeOptions().filter((option) => !option.startsWith('--env-file='))
    const command = z
      .array(z.string())
      .parse(JSON.parse(last.findLast((line) => line.startsWith('CMD '))?.slice(4) ?? ''))
    expect(command).toEqual(['node', ...options, 'server/src/main.ts'])
  })

  it('runs as an account that is not root and has a health check', () => {
    expect(last).toContain('USER node')
    expect(last.some((line) => line.startsWith('HEALTHCHECK '))).toBe(true)
  })
})
