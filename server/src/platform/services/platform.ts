import type { Config } from '../../config.ts'
import type { Database } from '../database/database.ts'
import type { Files } from '../files/files.ts'
import type { RateLimits } from '../http/rate-limits.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { MailTransport } from '../mail/transport.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import type { Secrets } from '../security/secrets.ts'

export type Platform = {
  readonly config: Config
  /** Without a trailing slash; known after the server listens. */
  readonly publicUrl: () => string
  readonly log: Log
  readonly clock: Clock
  readonly database: Database
  readonly secrets: Secrets
  readonly files: Files
  readonly rates: RateLimits
  readonly jobs: Jobs
  readonly mail: MailTransport
}
