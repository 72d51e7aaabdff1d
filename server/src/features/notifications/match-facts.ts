import { type Currency, dayAt, type MatchMethod, policyYearOf } from '@twofold/matching'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** All that a mail or the donor's page may tell about one match. Null or '' is unknown. Money in cents. */
export type MatchFacts = {
  readonly organization: {
    readonly id: number
    readonly name: string
    readonly ein: string
    readonly url: string
    readonly mission: string
    readonly contactName: string
    readonly contactEmail: string
    /** For the foot of a mail and for forms: street, city, state and zip, of the parent where a chapter has none. */
    readonly addressLines: readonly string[]
    /** Of the parent where a chapter has none. */
    readonly logo: { readonly organizationId: number; readonly name: string } | null
  }
  readonly donor: { readonly id: number; readonly name: string; readonly email: string; readonly language: string }
  readonly donation: {
    readonly id: number
    readonly statusId: number
    readonly amountCents: number
    readonly currency: Currency
    /** `YYYY-MM-DD` */
    readonly day: string
    readonly transactionId: string
    readonly estimatedCents: number
    readonly estimateIsCertain: boolean
    /** Last day to ask, in the company's zone, `YYYY-MM-DD`. */
    readonly deadlineDay: string | null
    readonly deadlinePassed: boolean
    /** Another gift made today would be added to this one, where it is below the minimum. */
    readonly laterGiftJoins: boolean
    readonly reasonCode: string
    readonly inert: boolean
    readonly silenced: boolean
    /** False for a deleted gift and for a part of a merged one. */
    readonly counted: boolean
  }
  /** As in the directory, else as the donor wrote it; '' where nobody knows. */
  readonly companyName: string
  readonly companyKnown: boolean
  readonly policy: PolicyFacts | null
  readonly campaign: { readonly name: string; readonly message: string } | null
}

/** The policy version that the gift was judged by, with the campaign's figures in place of its own. */
export type PolicyFacts = {
  readonly method: MatchMethod | null
  readonly platform: string | null
  /** The platform's entry: its name, where employees of any company sign in, and how they ask; '' and empty where unknown. */
  readonly platformName: string
  readonly platformUrl: string
  readonly platformSteps: readonly string[]
  readonly submissionUrl: string | null
  readonly formUrl: string | null
  readonly contactEmail: string | null
  readonly contactAddress: string | null
  readonly ratio: string | null
  readonly minAmountCents: number | null
  readonly minimumPerGift: boolean
  /** 'MM-DD' */
  readonly policyYearStart: string
  readonly maxPerGiftCents: number | null
  readonly maxPerYearCents: number | null
  readonly currency: Currency
  readonly sourceUrl: string
  /** `2026` or `2026-06`; '' where the source carries no date. */
  readonly asOf: string
}

/** Null when the donation is gone or belongs to another donor than the one who was written to. */
export async function findMatchFacts(
  db: Db,
  match: { readonly organizationId: number; readonly donationId: number; readonly donorId: number; readonly now: Date },
): Promise<MatchFacts | null> {
  const { rows } = await sql<{ facts: MatchFacts; time_zone: string }>`
    SELECT json_build_object(
      'organization', json_build_object(
        'id', o.id, 'name', o.name, 'ein', coalesce(nullif(o.ein, ''), parent.ein, ''),
        'url', coalesce(nullif(o.url, ''), parent.url, ''), 'mission', coalesce(nullif(o.mission, ''), parent.mission, ''),
        'contactName', coalesce(nullif(o.contact_name, ''), parent.contact_name, ''),
        'contactEmail', coalesce(nullif(o.contact_email, ''), parent.contact_email, ''),
        'addressLines', (SELECT array_remove(ARRAY[a.street, a.street2,
            concat_ws(', ', nullif(a.city, ''), nullif(concat_ws(' ', nullif(a.state, ''), nullif(a.zip, '')), ''))], '')
          FROM organizations a WHERE a.id = CASE WHEN o.street <> '' THEN o.id ELSE coalesce(o.parent_id, o.id) END),
        'logo', CASE WHEN o.file_logo <> '' THEN json_build_object('organizationId', o.id, 'name', o.file_logo)
          WHEN parent.file_logo <> '' THEN json_build_object('organizationId', parent.id, 'name', parent.file_logo) END),
      'donor', json_build_object('id', p.id, 'name', p.name, 'email', p.email, 'language', p.language),
      'donation', json_build_object(
        'id', d.id, 'statusId', d.status_id, 'amountCents', d.amount_cents, 'currency', d.currency,
        'day', to_char(d.donated_at, 'YYYY-MM-DD'), 'transactionId', coalesce(d.transaction_id, ''),
        'estimatedCents', d.estimated_cents, 'estimateIsCertain', d.estimate_is_certain,
        'deadlineDay', to_json(d.deadline_at) #>> '{}',
        'deadlinePassed', coalesce(d.deadline_at < ${match.now}::timestamptz, false), 'reasonCode', d.reason_code,
        'inert', d.inert, 'silenced', d.silenced, 'counted', d.counted),
      'companyName', coalesce(c.name, d.employer_text), 'companyKnown', c.id IS NOT NULL,
      'policy', CASE WHEN v.id IS NOT NULL THEN json_build_object(
        'method', v.method, 'platform', v.csr_platform, 'platformName', coalesce(f.name, ''),
        'platformUrl', CASE WHEN f.employee_url LIKE '%COMPANY%' THEN '' ELSE coalesce(f.employee_url, '') END,
        'platformSteps', coalesce(f.employee_steps, '{}'), 'policyYearStart', v.policy_year_start, 'submissionUrl', v.submission_url, 'formUrl', v.form_url,
        'contactEmail', v.contact_email, 'contactAddress', v.contact_address,
        'ratio', coalesce(nullif(k.match_ratio, ''), v.ratio),
        'minAmountCents', CASE WHEN k.id IS NULL THEN v.min_amount_cents ELSE k.min_amount_cents END,
        'minimumPerGift', v.minimum_per_gift,
        'maxPerGiftCents', nullif(CASE WHEN k.id IS NULL THEN v.max_per_gift_cents ELSE k.max_amount_cents END, 0),
        'maxPerYearCents', nullif(v.max_per_year_cents, 0), 'currency', v.currency, 'sourceUrl', v.source_url,
        'asOf', v.as_of) END,
      'campaign', CASE WHEN k.id IS NOT NULL THEN json_build_object('name', k.name, 'message', k.message) END
    ) AS facts, coalesce(c.time_zone, 'America/New_York') AS time_zone
    FROM donations d
    JOIN organizations o ON o.id = d.organization_id
    LEFT JOIN organizations parent ON parent.id = o.parent_id
    JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id
    LEFT JOIN companies c ON c.id = d.company_id
    LEFT JOIN policies v ON v.id = d.policy_version_id
    LEFT JOIN platforms f ON f.id = v.csr_platform
    LEFT JOIN campaigns k ON k.id = d.campaign_id AND k.organization_id IN (d.organization_id, o.parent_id)
    WHERE d.organization_id = ${match.organizationId} AND d.id = ${match.donationId} AND d.donor_id = ${match.donorId}`.execute(
    db,
  )
  const [row] = rows
  if (!row) return null
  const { deadlineDay: deadlineAt } = row.facts.donation // still the instant
  const deadlineDay = deadlineAt && dayAt(new Date(deadlineAt), row.time_zone)
  const laterGiftJoins = joinsLater(row.facts, dayAt(match.now, row.time_zone) ?? '')
  return { ...row.facts, donation: { ...row.facts.donation, deadlineDay, laterGiftJoins } }
}

/** As the rules merge: within the policy's year and this gift's deadline. */
function joinsLater({ donation, policy }: MatchFacts, today: string): boolean {
  const year = policy && policyYearOf(donation.day, policy.policyYearStart)
  return policy !== null && !policy.minimumPerGift && !donation.deadlinePassed && today <= (year?.lastDay ?? '')
}
