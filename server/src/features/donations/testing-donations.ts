import { randomUUID } from 'node:crypto'
import type { TestApp } from '../../testing/index.ts'

export type GivenDonation = {
  readonly organization: number
  readonly at?: string
  readonly cents?: number
  readonly currency?: 'USD' | 'CAD'
  readonly status?: number
  /** The donor's name; the address is made from it. */
  readonly donor?: string
  readonly company?: number | undefined
  /** Words for an employer that is in no directory. */
  readonly employer?: string
  readonly transaction?: string
  readonly mergedInto?: number | undefined
  readonly deleted?: boolean
}

/** A gift for tests of reading: a row as it is, without the rules. Answers its id. */
export async function insertDonation(app: Pick<TestApp, 'query'>, given: GivenDonation): Promise<number> {
  const name = given.donor ?? 'Dana Donor'
  const email = `${name.toLowerCase().replaceAll(/\W+/g, '.')}@example.org`
  const [row] = await app.query<{ id: string }>(
    `WITH donor AS (
       INSERT INTO donors (organization_id, donor_key, email, name) VALUES ($1, $2, $2, $3)
       ON CONFLICT (organization_id, donor_key) DO UPDATE SET name = excluded.name RETURNING id)
     INSERT INTO donations (organization_id, gift_key, transaction_id, donor_id, donated_at, amount_cents, currency,
       company_id, employer_text, status_id, status_changed_at, merged_into_id, created_at, deleted_at)
     SELECT $1, $4, $5, id, $6, $7, $8, $9, $10, $11, now(), $12, now(), $13 FROM donor RETURNING id`,
    [
      given.organization,
      email,
      name,
      randomUUID(),
      given.transaction ?? null,
      given.at ?? '2026-05-01 10:00',
      given.cents ?? 5_000,
      given.currency ?? 'USD',
      given.company ?? null,
      given.employer ?? '',
      given.status ?? 7,
      given.mergedInto ?? null,
      given.deleted ? new Date() : null,
    ],
  )
  return Number(row?.id)
}
