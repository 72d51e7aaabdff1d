import { runEvery } from '../../platform/jobs/run-every.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Providers } from './providers.ts'

const pollMs = 10 * 60_000

/** What the provider is to collect is handed to it, and once a day held against what it has. */
export const runCollecting = ({ log }: Platform, { collect }: Providers): { stop: () => Promise<void> } =>
  runEvery({ name: 'collecting invoices', everyMs: pollMs, work: () => collect().then(() => false), log })
