import type { reports } from '@twofold/contract'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { actionDeadline } from '../../matches/deadlines/index.ts'
import { newestNameOfCampaign } from '../../matches/sums/index.ts'
import { inDays } from '../filters/index.ts'

export type Group = {
  readonly key: Sql
  /** SQL aggregate: null unless only the group's gifts contain the name. */
  readonly words: Sql
  /** SQL for `listed.key`; null if the key has no name. */
  readonly name: (organizationIds: readonly number[]) => Sql
  readonly joins: Sql
}

const none = sql``
const noWords = sql`NULL::text`
const ownKey = () => sql`listed.key`
const month = sql`to_char(d.donated_at, 'YYYY-MM')`
const monthOfMoney = sql`coalesce(to_char(d.received_at AT TIME ZONE 'UTC', 'YYYY-MM'), '')`
const weekOfDeadline = sql`coalesce(week_of_deadline(${actionDeadline})::text, '')`

/** Gifts without any employer, and the key prefix of employers that are not in the directory. */
export const noEmployerKey = sql`'~'`

export const groups: Readonly<Record<reports.Grouping, Group>> = {
  company: {
    key: sql`coalesce(d.company_id::text, ${noEmployerKey} || employer_key(d.employer_text))`,
    words: sql`min(d.employer_text) FILTER (WHERE d.company_id IS NULL)`,
    name: () =>
      sql`(SELECT c.name FROM companies c WHERE c.id = CASE WHEN NOT starts_with(listed.key, ${noEmployerKey}) THEN listed.key::bigint END)`,
    joins: none,
  },
  month: { key: month, words: noWords, name: ownKey, joins: none },
  campaign: {
    key: sql`coalesce(d.campaign_key, '')`,
    words: noWords,
    name: (organizationIds) => newestNameOfCampaign(organizationIds, sql`listed.key`),
    joins: none,
  },
  chapter: {
    key: sql`d.organization_id::text`,
    words: noWords,
    name: () => sql`(SELECT o.name FROM organizations o WHERE o.id = listed.key::bigint)`,
    joins: none,
  },
  status: { key: sql`d.status_id::text`, words: noWords, name: () => noWords, joins: none },
  platform: {
    key: sql`coalesce(j.csr_platform, '')`,
    words: noWords,
    name: ownKey,
    joins: sql`LEFT JOIN policies j ON j.id = d.policy_version_id`,
  },
  received: { key: monthOfMoney, words: noWords, name: ownKey, joins: none },
  deadline: { key: weekOfDeadline, words: noWords, name: ownKey, joins: none },
}

const isMonth = (text: string): boolean => /^[12][0-9]{3}-(0[1-9]|1[0-2])$/.test(text)
const isNumber = (text: string): boolean => /^[0-9]{1,15}$/.test(text)

/** An invalid key matches no gift. `platform` requires the join `j` (policies). */
export function conditionOf(group: { readonly by: reports.Grouping; readonly key: string } | undefined): Sql {
  if (!group) return none
  const { by, key } = group
  switch (by) {
    case 'company':
      if (isNumber(key)) return sql`AND d.company_id = ${Number(key)}`
      if (!key.startsWith('~')) return nothing
      return sql`AND d.company_id IS NULL AND employer_key(d.employer_text) = ${key.slice(1)}`
    case 'month':
      return isMonth(key) ? inDays({ from: `${key}-01`, to: lastDayOf(key) }) : nothing
    case 'campaign':
      return key === '' ? sql`AND d.campaign_key IS NULL` : sql`AND d.campaign_key = ${key}`
    case 'chapter':
      return isNumber(key) ? sql`AND d.organization_id = ${Number(key)}` : nothing
    case 'status':
      return isNumber(key) && key.length < 4 ? sql`AND d.status_id = ${Number(key)}` : nothing
    case 'platform':
      return key === '' ? sql`AND j.csr_platform IS NULL` : sql`AND j.csr_platform = ${key}`
    case 'received':
      if (key === '') return sql`AND d.received_at IS NULL`
      return isMonth(key)
        ? sql`AND d.received_at >= ${`${key}-01T00:00:00Z`}::timestamptz
            AND d.received_at < ${`${key}-01T00:00:00Z`}::timestamptz + interval '1 month'`
        : nothing
    case 'deadline':
      return key === '' ? sql`AND ${actionDeadline} IS NULL` : sql`AND ${weekOfDeadline} = ${key}`
  }
}

const nothing = sql`AND false`

const lastDayOf = (of: string): string =>
  new Date(Date.UTC(Number(of.slice(0, 4)), Number(of.slice(5, 7)), 0)).toISOString().slice(0, 10)
