import type pg from 'pg'

/** What scenarios may ask about the generated rows. */
export type Facts = {
  readonly organizationId: number
  readonly token: string
  /** Gifts that are read. */
  readonly donationIds: readonly number[]
  /** Gifts that are changed, others in each run: a history that runs before made long is not what is measured. */
  readonly changedIds: readonly number[]
  readonly company: { readonly id: number; readonly name: string }
}

/** One statement on the minimal server's pool. */
export type Ask = (text: string, values?: readonly unknown[]) => Promise<pg.QueryResult>

/** The same work twice: a call of the product, and what the least server that could answer it would do. */
export type Scenario = {
  readonly name: string
  /** Paths of the product, called in turn; the minimal server gets the place in this list. */
  readonly paths: (facts: Facts) => readonly string[]
  readonly minimal: (ask: Ask, facts: Facts, place: number) => Promise<unknown>
  readonly connections?: readonly number[]
  /** What is sent along to the product's paths, and how; the minimal server does its part whatever it is asked with. */
  readonly sends?: (facts: Facts) => Sent
}

/** `turn` counts the calls of a run. */
export type Sent = {
  readonly method: 'POST' | 'PUT'
  readonly body: (turn: number) => object
}

/** What the minimal server does for a file: one statement of COPY. */
export type Copy = { readonly name: string; readonly minimal: (facts: Facts) => string }

/** Fetched whole, one at a time, and timed from the first byte asked to the last received. */
export type Download = Copy & {
  /** Answers the path to fetch: a ticket is good once. */
  readonly path: (call: (path: string) => Promise<unknown>, facts: Facts) => Promise<string>
}

/** How the minimal server is asked for a file: by one process of the database, as the product makes it, or with those that help it. */
export const copyPath = ({ name }: Copy, by: 'alone' | 'helped'): string =>
  `/download/${encodeURIComponent(name)}/${by}`

export const listPath = (facts: Facts, query: Readonly<Record<string, string | number>>): string =>
  `/api/organization/${facts.organizationId}/donation?${new URLSearchParams(
    Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
  )}`

/** What the minimal server reads for a row of the list. */
export const rowColumns = `d.id, d.transaction_id, d.donated_at, d.amount_cents, d.currency, d.estimated_cents, d.status_id,
  d.donor_id, p.name AS donor_name, p.email, d.company_id, c.name AS company_name, d.employer_text, d.organization_id,
  o.name AS organization_name, d.custom, d.inert, d.silenced`

export const rowJoins = `JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id
  JOIN organizations o ON o.id = d.organization_id LEFT JOIN companies c ON c.id = d.company_id`

export const newestFirst = 'ORDER BY d.donated_at DESC, d.id DESC'
