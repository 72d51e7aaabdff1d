import { mailSchedule } from '@twofold/contract'
import { type Db, inTenant, type Tenant } from '../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { writeAudit } from '../../audit/index.ts'
import { donorMailKinds } from '../donor-mails/donor-mail-kinds.ts'
import { foreseeMail } from '../send-review/foresee-mail.ts'
import { listMailsOfLate, listSenders, type Sender } from '../send-review/waiting-mails.queries.ts'
import {
  changeScheduled,
  countScheduled,
  listScheduled,
  type ScheduledRow,
  type ScheduleScope,
} from './schedule.queries.ts'

const audited = { hold: 'held', release: 'released', drop: 'dropped', bring_back: 'brought back' } as const

export const scheduleRoutes: ServedRoute[] = [
  serve(mailSchedule.getMailSchedule, async ({ platform, tenant, query }) => {
    const scope = { donationId: query.donation_id, donorId: query.donor_id }
    const now = platform.clock()
    return inTenant(
      platform.database,
      tenant,
      async (db) => {
        const found = await listScheduled(db, tenant, scope, { now, after: placeIn(query.after) })
        const rows = found.slice(0, mailSchedule.scheduledPerPage)
        return {
          mails: await foresee(db, tenant, rows, now),
          next: found.length > rows.length ? (rows.at(-1)?.place ?? null) : null,
          counts: await countScheduled(db, tenant, scope, now),
        }
      },
      { readOnly: true },
    )
  }),

  serve(mailSchedule.changeMailSchedule, async (call) => {
    const { platform, tenant, body, caller } = call
    const now = platform.clock()
    const scope: ScheduleScope = { donationId: body.donation_id, donorId: body.donor_id }
    return inTenant(platform.database, tenant, async (db) => {
      const mails = await changeScheduled(
        db,
        tenant,
        { ...scope, mail: keyIn(body.mail) },
        { action: body.action, now, because: caller.user.globalPermission === 'super' ? 'support' : 'team' },
      )
      await writeAudit(db, call, {
        organizationId: tenant.organizationId,
        action: audited[body.action],
        subject: 'mails to donors',
        after: { mails },
      })
      return { mails, counts: await countScheduled(db, tenant, scope, now) }
    })
  }),
]

const placePattern = /^(2\d{3}-\d\d-\d\dT[\d:.]{8,15}[+-]\d\d:\d\d)\|(planned|waiting)\|([1-9]\d{0,14})$/

/** The beginning, where it is no place of ours. The moment is written anew: a day that no calendar has would not be read. */
function placeIn(after: string | undefined): string | null {
  const [, moment = '', source, id] = placePattern.exec(after ?? '') ?? []
  const at = Date.parse(moment)
  return Number.isNaN(at) ? null : [new Date(at).toISOString(), source, id].join('|')
}

function keyIn(key: string | undefined): ScheduleScope['mail'] {
  const [source, id] = key?.split('-') ?? []
  return source === 'planned' || source === 'waiting' ? { source, id: Number(id) } : undefined
}

/** Each as it would be decided on in its moment, by what is known now. */
async function foresee(
  db: Db,
  tenant: Tenant,
  rows: readonly ScheduledRow[],
  now: Date,
): Promise<mailSchedule.ScheduledMail[]> {
  if (rows.length === 0) return []
  const senders = await listSenders(db, tenant, now)
  const keys = rows.map(({ donorKey }) => donorKey)
  const ofLate = await listMailsOfLate(db, tenant, keys, now)
  return rows.map((row) => {
    const sender = senders.get(row.organizationId)
    const whyNot = sender ? whyNotSent(row, sender, ofLate.get(row.donorKey)?.mails ?? 0, now) : null
    return {
      key: `${row.source}-${row.id}`,
      kind: row.kind,
      status_id: row.statusId,
      send_at: row.sendAt.toISOString(),
      donation_id: row.donationId,
      donor_id: row.donorId,
      donor_name: row.donorName,
      donor_email: row.email,
      company: row.companyName,
      state: row.isDropped ? 'dropped' : row.isHeld ? 'held' : whyNot === null ? 'goes' : 'stops',
      why_not: row.isDropped || row.isHeld ? null : whyNot,
    }
  })
}

function whyNotSent(row: ScheduledRow, sender: Sender, recentMails: number, now: Date): string | null {
  // Which other mails will have gone by then is not known yet.
  const soFar = { recentMails, lastAboutOtherDonation: null, hasAnswered: row.hasAnswered }
  const { facts, sending } = foreseeMail(row, sender, soFar, now)
  const decision = donorMailKinds[row.kind].decide(facts, sending)
  return 'skip' in decision ? decision.skip : null
}
