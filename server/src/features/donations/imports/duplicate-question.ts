import { imports, toUnits } from '@twofold/contract'
import type { Db } from '../../../platform/database/database.ts'
import { findProbableDuplicates, type KeyedDonation, type SimilarDonation } from '../donations/index.ts'
import type { Question } from './reading/index.ts'

export type QuestionAnswers = {
  readonly answers: imports.QuestionAnswers
  readonly takeRows: readonly number[]
}

/** Asks about gifts recorded with another id or from another source. */
const probablySame = 'probably_same'

type DuplicateQuestion = { readonly questions: readonly Question[]; readonly leftOut: ReadonlySet<number> }

export async function askAboutProbableDuplicates(
  db: Db,
  gifts: readonly KeyedDonation[],
  {
    headers,
    answers: { answers, takeRows },
  }: { readonly headers: readonly string[]; readonly answers: QuestionAnswers },
): Promise<DuplicateQuestion> {
  const probable = await findProbableDuplicates(db, gifts, headers)
  if (probable.size === 0) return { questions: [], leftOut: new Set() }
  const answer = answers[probablySame] ?? imports.leaveOutAnswer
  const isAccepted = (row: number) => answer === imports.takeAnswer || takeRows.includes(row)
  const concerned = gifts.filter(({ donation }) => probable.has(donation.row))
  const question: Question = {
    id: probablySame,
    message:
      concerned.length === 1
        ? '1 row is probably a gift you already have.'
        : `${concerned.length} rows are probably gifts you already have.`,
    options: [
      { value: imports.leaveOutAnswer, label: 'The same: leave out' },
      { value: imports.takeAnswer, label: 'Both are real' },
    ],
    answer,
    count: concerned.length,
    sumCents: concerned.reduce((sum, { donation }) => sum + donation.amountCents, 0),
    examples: concerned.slice(0, imports.questionExamples).map(({ donation }) => ({
      row: donation.row,
      text: describe({
        donor: donation.donor.name || donation.donor.email,
        amount_cents: donation.amountCents,
        day: donation.donatedAt.slice(0, 10),
        transaction_id: donation.transactionId,
      }),
      known: describe(probable.get(donation.row)),
      taken: takeRows.includes(donation.row),
    })),
    by_row: true,
  }
  return {
    questions: [question],
    leftOut: new Set(concerned.map(({ donation }) => donation.row).filter((row) => !isAccepted(row))),
  }
}

const describe = (gift: Omit<SimilarDonation, 'row' | 'id' | 'headers' | 'is_of_mailbox'> | undefined): string =>
  gift
    ? [gift.donor, toUnits(gift.amount_cents).toFixed(2), gift.day, gift.transaction_id].filter(Boolean).join(', ')
    : ''
