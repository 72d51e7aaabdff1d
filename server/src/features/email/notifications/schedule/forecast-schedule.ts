import type { mailSchedule } from '@twofold/contract'
import type { Db, Tenant } from '../../../../platform/database/database.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { createForecast, type Forecast } from '../send-review/forecast-mails.ts'
import { listRecentMails, listSenders } from '../send-review/waiting-mails.queries.ts'
import { type ForecastMail, forecastSlots } from '../warm-up/forecast-slots.ts'
import { listScheduled, type ScheduledRow } from './schedule.queries.ts'

/** These affect the first entries of a page. Considers at most one page. */
export async function listEarlierMails(
  db: Db,
  tenant: Tenant,
  rows: readonly ScheduledRow[],
  now: Date,
): Promise<ScheduledRow[]> {
  const [first] = rows
  if (!first) return []
  const donorKeys = [...new Set(rows.map(({ donorKey }) => donorKey))]
  const donorMails = await listScheduled(db, tenant, { donorKeys }, { now, after: null })
  const pagePlaces = new Set(rows.map(({ place }) => place))
  return donorMails.filter(({ sendAt, place }) => sendAt <= first.sendAt && !pagePlaces.has(place))
}

export async function forecastSchedule(
  db: Db,
  {
    platform,
    tenant,
    now,
  }: { readonly platform: Pick<Platform, 'config'>; readonly tenant: Tenant; readonly now: Date },
  { rows, before }: { readonly rows: readonly ScheduledRow[]; readonly before: readonly ScheduledRow[] },
): Promise<mailSchedule.ScheduledMail[]> {
  if (rows.length === 0) return []
  const senders = await listSenders(db, tenant, now)
  const keys = rows.map(({ donorKey }) => donorKey)
  const recent = await listRecentMails(db, tenant, keys, now)
  const delaySeconds = platform.config.mailDelaySeconds
  const forecast = createForecast({ senders, recent, now, delaySeconds })
  const forecastBySource = new Map<string, ForecastMail | null>()
  const forecastRow = (row: ScheduledRow): ForecastRow => {
    const rowForecast = forecast.next(row, row.isHeld)
    if ('at' in rowForecast && !row.isHeld && !row.isDropped) forecast.leaves(row, rowForecast.at, false)
    forecastBySource.set(keyOf(row), 'at' in rowForecast && !row.isDropped ? { at: rowForecast.at, to: row } : null)
    return { row, outlook: rowForecast }
  }
  for (const row of before) forecastRow(row)
  const forecastRows = rows.map(forecastRow)
  const { later } = await forecastSlots(db, { platform, tenant, now }, forecastBySource)
  return forecastRows
    .map((entry) => present(entry, later.get(keyOf(entry.row))))
    .sort((a, b) => Date.parse(a.send_at) - Date.parse(b.send_at))
}

const keyOf = ({ source, id }: ScheduledRow): string => `${source}-${id}`

type ForecastRow = { readonly row: ScheduledRow; readonly outlook: Forecast }

/** Held and dropped emails show their due time. */
function present({ row, outlook }: ForecastRow, laterSlot: Date | undefined): mailSchedule.ScheduledMail {
  const isInactive = row.isDropped || row.isHeld
  const forecastAt = 'at' in outlook && !isInactive ? outlook.at : null
  const at = forecastAt ? (laterSlot ?? forecastAt) : row.sendAt
  const isLater = at.getTime() - row.sendAt.getTime() >= minShownShiftMs
  return {
    key: keyOf(row),
    kind: row.kind,
    status_id: row.statusId,
    send_at: (at > row.sendAt ? at : row.sendAt).toISOString(),
    waits: isLater,
    why_waits: forecastAt && (laterSlot || row.isMovedByLimit) ? 'warm_up' : isLater ? 'day_apart' : null,
    donation_id: row.donationId,
    donor_id: row.donorId,
    donor_name: row.donorName,
    donor_email: row.email,
    company: row.companyName,
    state: row.isDropped ? 'dropped' : row.isHeld ? 'held' : 'at' in outlook ? 'goes' : 'stops',
    why_not: isInactive || 'at' in outlook ? null : outlook.whyNot,
  }
}

/** A smaller shift is not shown as later. */
const minShownShiftMs = 60 * 60_000
