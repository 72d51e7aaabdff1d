import { randomUUID } from 'node:crypto'
import { suggestions } from '@twofold/contract'
import { findMove, type MoveAction, type StatusId, statusIds, undoableDonorActions } from '@twofold/matching'
import { z } from 'zod'
import { type Db, grantTenant, inTenant } from '../../../platform/database/database.ts'
import { oneLine } from '../../../platform/mail/address-text.ts'
import { Refusal } from '../../../platform/runtime/errors.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { Directory } from '../../core/companies/index.ts'
import { recordSuggestion } from '../../directory/company-editor/index.ts'
import { blankUpdate } from '../../donations/identification/index.ts'
import { updateDonations } from '../../donations/recording/index.ts'
import { findMatchFacts, type MatchFacts } from '../../email/match-facts/index.ts'
import { unsubscribeDonor } from '../../email/suppressions/index.ts'
import { openMatchForm } from '../../forms/signatures/index.ts'
import { findDonorAction } from '../../matches/journal/index.ts'
import { type EvaluationContext, moveMatches, undoDonorAction } from '../../matches/matches/index.ts'
import { listWaitingForDonor } from './gifts-of-donor.queries.ts'
import type { LinkedMatch } from './open-link.ts'

export const employmentChoices = ['employee', 'part_time', 'retired', 'board', 'spouse', 'former'] as const

export const actionForm = z.object({
  press: z.enum([
    'open',
    'open_form',
    'submit',
    'decline',
    'decline_all',
    'consent',
    'undo',
    'employer',
    'employment',
    'rules',
  ]),
  employer: z.string().max(1000).default(''),
  company: z
    .string()
    .regex(/^(?:none|\d{1,15})?$/)
    .default(''),
  /** Answer to the question about the former employer; 'none' means that the donor names none. */
  retired: z.enum(['', 'yes', 'none']).default(''),
  employment: z.enum(employmentChoices).default('employee'),
  about: suggestions.suggestionSubject.default('other'),
  value: z.string().max(5_000).default(''),
  source: z.string().max(5_000).default(''),
  note: z.string().max(5_000).default(''),
})
export type ActionForm = z.infer<typeof actionForm>

export const actionResults = [
  'noted',
  'undone',
  'undo_late',
  'moved_on',
  'employer_missing',
  'suggested',
  'suggestion_missing',
  'suggestions_many',
] as const
export type ActionResult = (typeof actionResults)[number]

const actions = {
  open: 'open_instructions',
  open_form: 'open_signing',
  submit: 'submit',
  decline: 'decline',
  consent: 'consent',
} as const satisfies Partial<Record<ActionForm['press'], MoveAction>>

type ActionRequest = { readonly platform: Platform; readonly request: { readonly ip: string; readonly id: string } }

/** Uploads of thousands of gifts lock the family for some seconds. A donor who gets an error may not return. */
const lockTimeoutMs = 15_000

/** An action that is no longer possible changes nothing, and the page shows the current state. */
export async function performAction(
  { platform, request }: ActionRequest,
  directory: Directory,
  match: LinkedMatch,
  form: ActionForm,
): Promise<ActionResult> {
  const { press, employer, company, employment, retired } = form
  const family = match.parentId === null ? [match.organizationId] : [match.organizationId, match.parentId]
  const tenant = grantTenant(match.organizationId, family)
  const actor = { kind: 'donor', userId: null } as const
  const context = { platform, tenant, directory, actor }
  const { nameOf } = await directory.current()
  const companyId = nameOf(Number(company)) === undefined ? null : Number(company)
  try {
    return await inTenant(
      platform.database,
      tenant,
      async (db) => {
        if (press === 'employer')
          return setEmployer(db, context, match, {
            companyId,
            text: companyId === null ? oneLine(employer) : '',
            isRetired: retired === 'yes',
          })
        if (press === 'employment') return setEmployment(db, context, match, employment)
        if (press === 'rules') return suggestRules(db, { platform, request }, match, form)
        if (press === 'undo') {
          await undoDonorAction(db, context, match.donationId)
          return 'undone'
        }
        const now = platform.clock()
        const facts = await findMatchFacts(db, { ...match, now })
        const actionName = press === 'decline_all' ? 'decline' : press
        if (!facts || !isPossible(actionName, facts)) return 'moved_on'
        if (press === 'open_form') return openForm(db, context, match, facts)
        const isUndoable = undoableDonorActions.some((action) => action === actions[actionName])
        const undoContext = isUndoable ? { operation: { id: randomUUID(), kind: 'donor' } as const } : {}
        if (press === 'decline_all') await declineAll(db, { ...context, ...undoContext }, match)
        else
          await moveMatches(
            db,
            { ...context, ...undoContext },
            { donationIds: [match.donationId], action: actions[actionName] },
          )
        return 'noted'
      },
      { timeoutMs: lockTimeoutMs },
    )
  } catch (error) {
    if (error instanceof Refusal && error.code === 'gone') return 'undo_late'
    if (error instanceof Refusal && error.code === 'conflict')
      return press === 'rules' ? 'suggestions_many' : 'moved_on'
    throw error
  }
}

async function declineAll(db: Db, context: EvaluationContext, match: LinkedMatch): Promise<void> {
  const waiting = await listWaitingForDonor(db, match)
  await moveMatches(db, context, {
    donationIds: [...new Set([match.donationId, ...waiting])],
    action: 'decline',
    whereAllowed: true,
    why: 'The donor said no for all of their gifts.',
  })
  // With the same time on both records, undoing the action finds the unsubscription.
  const action = await findDonorAction(db, match.organizationId, match.donationId)
  await unsubscribeDonor(db, match, action?.at ?? context.platform.clock())
}

/** Repeating an action is allowed; "I submitted it" after the payment is ignored. */
function isPossible(press: keyof typeof actions, { donation, policy }: MatchFacts): boolean {
  const from = statusIds.find((id) => id === donation.statusId)
  if (from === undefined || !donation.counted || donation.inert) return false
  const repeatableFrom: Record<keyof typeof actions, readonly StatusId[]> = {
    open: [28],
    open_form: [5, 20],
    submit: [4],
    decline: [21],
    consent: [],
  }
  if (repeatableFrom[press].includes(from)) return true
  // A form that is signed online is submitted by its signature.
  if (press === 'submit' && policy?.formOf != null) return false
  return findMove(actions[press], from, 'donor') !== null
}

/** A donor who missed the response time but returns before the deadline becomes engaged first. */
async function openForm(
  db: Db,
  context: EvaluationContext,
  match: LinkedMatch,
  { donation, policy }: MatchFacts,
): Promise<ActionResult> {
  const companyId = policy?.formOf ?? null
  if (companyId === null) return 'moved_on'
  const donationIds = [match.donationId]
  if (donation.statusId === 20) await moveMatches(db, context, { donationIds, action: 'open_instructions' })
  await moveMatches(db, context, { donationIds, action: 'open_signing' })
  await openMatchForm(db, match, { companyId, now: context.platform.clock() })
  return 'noted'
}

async function setEmployer(
  db: Db,
  context: EvaluationContext,
  match: LinkedMatch,
  { isRetired, ...employer }: { readonly companyId: number | null; readonly text: string; readonly isRetired: boolean },
): Promise<ActionResult> {
  if (employer.companyId === null && employer.text === '') return 'employer_missing'
  const facts = await findMatchFacts(db, { ...match, now: context.platform.clock() })
  const from = statusIds.find((id) => id === facts?.donation.statusId)
  if (from === undefined || findMove('give_employer', from, 'donor') === null) return 'moved_on'
  await updateDonations(
    db,
    { ...context, importId: null, optIn: false, mailWithoutEmployer: true },
    [
      {
        ...blankUpdate,
        donationId: match.donationId,
        employer,
        ...(isRetired ? { fields: { employment: 'retired' } } : {}),
      },
    ],
    'give_employer',
  )
  return 'noted'
}

async function setEmployment(
  db: Db,
  context: EvaluationContext,
  match: LinkedMatch,
  employment: ActionForm['employment'],
): Promise<ActionResult> {
  const facts = await findMatchFacts(db, { ...match, now: context.platform.clock() })
  const from = statusIds.find((id) => id === facts?.donation.statusId)
  if (from === undefined || findMove('edit', from, 'donor') === null) return 'moved_on'
  await updateDonations(
    db,
    { ...context, importId: null, optIn: false, mailWithoutEmployer: false },
    [{ ...blankUpdate, donationId: match.donationId, fields: { employment } }],
    'edit',
  )
  return 'noted'
}

/** Goes to our support team. An invalid address is stored as text. */
async function suggestRules(
  db: Db,
  context: ActionRequest,
  match: LinkedMatch,
  form: ActionForm,
): Promise<ActionResult> {
  const value = oneLine(form.value, 500)
  if (value === '') return 'suggestion_missing'
  const now = context.platform.clock()
  const facts = await findMatchFacts(db, { ...match, now })
  const companyId = facts?.donation.companyId ?? null
  if (!facts || companyId === null) return 'moved_on'
  const source = form.source.trim()
  const isAddress = suggestions.suggestionForm.shape.source_url.safeParse(source).success
  await recordSuggestion(db, context, {
    organizationId: match.organizationId,
    companyId,
    company: facts.companyName,
    userId: null,
    donationId: match.donationId,
    about: form.about,
    value,
    source_url: isAddress ? source : '',
    note: oneLine(isAddress ? form.note : `${form.note} ${source}`, 1_000),
    now,
  })
  return 'suggested'
}
