import type { Db } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { digestOf, randomToken } from '../../../platform/secrets.ts'
import { insertStep } from './steps.queries.ts'

const stepMinutes = 10

type NewStep = {
  readonly purpose: 'second-step' | 'setup' | 'add-passkey'
  readonly redirect?: string | null
  readonly challenge?: string
}

/** Somebody in the middle of something; the text is theirs, only its digest is kept. */
export async function startStep(
  db: Db,
  platform: Pick<Platform, 'clock'>,
  userId: number,
  { purpose, redirect = null, challenge }: NewStep,
): Promise<{ step: string }> {
  const step = randomToken()
  const now = platform.clock()
  const expiresAt = new Date(now.getTime() + stepMinutes * 60_000)
  const kept = { tokenHash: digestOf(step), userId, purpose, redirect, challenge: challenge ?? null, now, expiresAt }
  await insertStep(db, kept)
  return { step }
}
