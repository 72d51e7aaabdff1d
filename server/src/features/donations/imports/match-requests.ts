import type { Db } from '../../../platform/database/database.ts'
import { type EvaluationContext, moveMatches } from '../../matches/matches/index.ts'
import type { KeyedDonation } from '../donations/index.ts'
import type { Gift, MatchProgress, Question } from './reading/index.ts'
import { type QuestionAnswers, questionAbout } from './row-questions.ts'

/** Asks about gifts whose match is underway without us. */
const matchRequested = 'match_requested'
const stopEmails = 'stop_emails'
const markSubmitted = 'mark_submitted'
const sendEmails = 'send_emails'

const options = [
  { value: stopEmails, label: 'Don’t email these donors about these gifts' },
  { value: markSubmitted, label: 'Don’t email them, and mark requested matches as Submitted' },
  { value: sendEmails, label: 'Email these donors like all others' },
]

type MatchRequests = {
  readonly questions: readonly Question[]
  /** Silences or moves the recorded matches, as the user chose. */
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
  if (concerned.length === 0) return { questions: [], apply: async () => undefined }
  const answer = options.find(({ value }) => value === answers[matchRequested])?.value ?? stopEmails
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
    apply: async (db, context, idOfRow) => {
      const idsOf = (wanted: (progress: MatchProgress | null) => boolean) =>
        concerned.flatMap(({ donation: { row } }) => (wanted(progressOf(row)) ? (idOfRow.get(row) ?? []) : []))
      const move = (action: 'submit' | 'silence', donationIds: readonly number[]) =>
        moveMatches(db, context, { donationIds, action, whereAllowed: true, why: 'The uploaded file says so.' })
      if (answer === sendEmails) return
      const moved =
        answer === markSubmitted
          ? await move(
              'submit',
              idsOf((progress) => progress === 'requested'),
            )
          : []
      const submitted = new Set(moved.map(({ id }) => id))
      await move(
        'silence',
        idsOf(() => true).filter((id) => !submitted.has(id)),
      )
    },
  }
}
