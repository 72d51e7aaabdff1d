import type { StatusId } from '@twofold/matching'
import type { Db } from '../../../platform/database/database.ts'
import { type EvaluationContext, moveMatches } from '../../matches/matches/index.ts'
import type { Gift, MatchProgress, Question } from '../file-reading/index.ts'
import type { KeyedDonation } from '../identification/index.ts'
import { matchProgressReason } from '../recording/index.ts'
import { type QuestionAnswers, questionAbout } from './row-questions.ts'

/** Asks about gifts whose match is underway without us. */
const matchRequested = 'match_requested'
const keepExternal = 'external'
const markSubmitted = 'mark_submitted'
const sendEmails = 'send_emails'

const options = [
  { value: keepExternal, label: 'Keep them as external matches: no emails and no bill' },
  { value: markSubmitted, label: 'Don’t email the donors, and track these matches here as Submitted' },
  { value: sendEmails, label: 'Email these donors like all others' },
]

const externalStatusOf: Readonly<Record<MatchProgress, StatusId>> = { requested: 4, paid: 1, refused: 11 }

type MatchRequests = {
  readonly questions: readonly Question[]
  /** Makes these matches external, so that they are neither requested nor billed, unless the user chose otherwise. */
  readonly withStatuses: (gifts: readonly KeyedDonation[]) => readonly KeyedDonation[]
  /** Moves or silences the recorded matches that the user wants to track here. */
  readonly apply: (db: Db, context: EvaluationContext, idOfRow: ReadonlyMap<number, number>) => Promise<void>
}

export function askAboutMatchRequests(
  gifts: readonly KeyedDonation[],
  readGifts: ReadonlyMap<number, Pick<Gift, 'matchProgress'>>,
  { answers }: QuestionAnswers,
): MatchRequests {
  const progressOf = (row: number) => readGifts.get(row)?.matchProgress ?? null
  const concerned = gifts.filter(
    ({ donation: { row, givenStatusId } }) => givenStatusId === null && progressOf(row) !== null,
  )
  if (concerned.length === 0) return { questions: [], withStatuses: (all) => all, apply: async () => undefined }
  const answer = options.find(({ value }) => value === answers[matchRequested])?.value ?? keepExternal
  const externalStatuses = new Map(
    concerned.flatMap(({ donation: { row } }) => {
      const progress = progressOf(row)
      const isExternal = answer === keepExternal || (answer === markSubmitted && progress === 'refused')
      return progress !== null && isExternal ? [[row, externalStatusOf[progress]] as const] : []
    }),
  )
  const question = questionAbout(concerned, {
    id: matchRequested,
    messages: [
      'The file says that the match of 1 gift was already requested, paid or refused.',
      'The file says that the matches of # gifts were already requested, paid or refused.',
    ],
    options,
    answer,
  })
  return {
    questions: [question],
    withStatuses: (all) =>
      all.map((one) => {
        const status = externalStatuses.get(one.donation.row)
        return status === undefined ? one : { ...one, donation: { ...one.donation, givenStatusId: status } }
      }),
    apply: async (db, context, idOfRow) => {
      if (answer !== markSubmitted) return
      const ids = concerned.flatMap(({ donation: { row } }) =>
        externalStatuses.has(row) ? [] : (idOfRow.get(row) ?? []),
      )
      const move = (action: 'submit' | 'silence', donationIds: readonly number[]) =>
        moveMatches(db, context, { donationIds, action, whereAllowed: true, why: matchProgressReason })
      const submitted = new Set((await move('submit', ids)).map(({ id }) => id))
      await move(
        'silence',
        ids.filter((id) => !submitted.has(id)),
      )
    },
  }
}

/** Whether later files may change the progress of matches: not if the user asks these donors like all others. */
export const tracksProgress = ({ answers }: QuestionAnswers): boolean => answers[matchRequested] !== sendEmails
