import { imports, toUnits } from '@twofold/contract'
import type { Db } from '../../../platform/database/database.ts'
import type { Directory } from '../../core/companies/index.ts'
import type { Gift, Question } from '../file-reading/index.ts'
import {
  findProbableDuplicates,
  type KeyedDonation,
  type KnownFacts,
  type SimilarDonation,
} from '../identification/index.ts'

export type QuestionAnswers = {
  readonly answers: imports.QuestionAnswers
  readonly takeRows: readonly number[]
}

/** Asks about gifts recorded with another id or from another source. */
const probablySame = 'probably_same'

type RowQuestion = { readonly questions: readonly Question[]; readonly leftOut: ReadonlySet<number> }

const noRows: RowQuestion = { questions: [], leftOut: new Set() }

export async function askAboutProbableDuplicates(
  db: Db,
  gifts: readonly KeyedDonation[],
  {
    headers,
    answers: { answers, takeRows },
  }: { readonly headers: readonly string[]; readonly answers: QuestionAnswers },
): Promise<RowQuestion> {
  const probable = await findProbableDuplicates(db, gifts, headers)
  if (probable.size === 0) return noRows
  const concerned = gifts.filter(({ donation }) => probable.has(donation.row))
  return askAboutRows(concerned, {
    id: probablySame,
    messages: ['1 row is probably a gift you already have.', '# rows are probably gifts you already have.'],
    leaveOut: 'The same: leave out',
    take: 'Both are real',
    knownOf: (row) => describe(probable.get(row)),
    answers: { answers, takeRows },
  })
}

/** Asks about gifts whose number a gift of another donor has. */
const reusedNumber = 'reused_number'

export const askAboutReusedNumbers = (
  gifts: readonly KeyedDonation[],
  knownOf: (row: number) => KnownFacts | undefined,
  answers: QuestionAnswers,
): RowQuestion =>
  askAboutRows(gifts, {
    id: reusedNumber,
    messages: ['1 row has the number of another donor’s gift.', '# rows have the numbers of other donors’ gifts.'],
    leaveOut: 'Leave out',
    take: 'Other gifts: upload',
    knownOf: (row) => {
      const known = knownOf(row)
      return known
        ? describe({
            ...known,
            donor: known.name || known.email,
            day: known.donated_at.slice(0, 10),
            transaction_id: null,
          })
        : null
    },
    answers,
  })

/** Asks about gifts whose donor has the name of a company, without a first name or a legal form (domain rule 14.3). */
const companyGift = 'company_gift'

export async function askAboutCompanyGivers(
  directory: Directory,
  {
    gifts,
    readGifts,
    answers,
  }: {
    readonly gifts: readonly KeyedDonation[]
    readonly readGifts: ReadonlyMap<number, Pick<Gift, 'isNamedInParts'>>
    readonly answers: QuestionAnswers
  },
): Promise<RowQuestion> {
  const { index } = await directory.current()
  const concerned = gifts.filter(({ donation: { row, donor, employer, fields } }) => {
    if (fields.gift_kind !== null && fields.gift_kind !== 'money') return false
    const companyId = donor.name === '' ? null : index.companyNamed(donor.name)
    if (companyId === null || isPersonalAddress(donor)) return false
    const domain = donor.email.split('@')[1]?.toLowerCase() ?? ''
    const isOfCompany = index.companyAt(domain) === companyId || domain.includes(lettersOf(donor.name))
    if (readGifts.get(row)?.isNamedInParts && !isOfCompany) return false
    // People may have a company's name, and only people have an employer.
    const stated = employer.companyId ?? index.find({ text: employer.text }).companyId
    return employer.text === '' || stated === companyId
  })
  return askAboutRows(concerned, {
    id: companyGift,
    messages: [
      '1 row looks like a company’s gift, not a person’s.',
      '# rows look like companies’ gifts, not people’s.',
    ],
    leaveOut: 'Leave out',
    take: 'A person gave it: upload',
    answers,
  })
}

const lettersOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase()

/** `john.deere@`, `jdeere@`, and `deerej@` are addresses of a John Deere. */
function isPersonalAddress({ name, email }: KeyedDonation['donation']['donor']): boolean {
  const [first = '', ...others] = name.split(/\s+/).map(lettersOf).filter(Boolean)
  const last = others.at(-1)
  if (last === undefined) return false
  const local = lettersOf(email.split('@')[0] ?? '')
  return [first + last, first.charAt(0) + last, last + first, last + first.charAt(0)].includes(local)
}

function askAboutRows(
  concerned: readonly KeyedDonation[],
  {
    leaveOut,
    take,
    answers: { answers, takeRows },
    ...asked
  }: Omit<AskedRows, 'options' | 'answer' | 'takeRows'> & {
    readonly leaveOut: string
    readonly take: string
    readonly answers: QuestionAnswers
  },
): RowQuestion {
  if (concerned.length === 0) return noRows
  const answer = answers[asked.id] ?? imports.leaveOutAnswer
  const isAccepted = (row: number) => answer === imports.takeAnswer || takeRows.includes(row)
  const options = [
    { value: imports.leaveOutAnswer, label: leaveOut },
    { value: imports.takeAnswer, label: take },
  ]
  return {
    questions: [questionAbout(concerned, { ...asked, options, answer, takeRows })],
    leftOut: new Set(concerned.map(({ donation }) => donation.row).filter((row) => !isAccepted(row))),
  }
}

type AskedRows = {
  readonly id: string
  readonly messages: readonly [one: string, many: string]
  readonly options: Question['options']
  readonly answer: string
  readonly knownOf?: (row: number) => string | null
  /** Missing if the choice is the same for all rows. */
  readonly takeRows?: readonly number[]
}

export function questionAbout(
  concerned: readonly KeyedDonation[],
  { id, messages: [one, many], options, answer, knownOf, takeRows }: AskedRows,
): Question {
  return {
    id,
    message: concerned.length === 1 ? one : many.replace('#', String(concerned.length)),
    options,
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
      known: knownOf?.(donation.row) ?? null,
      taken: takeRows?.includes(donation.row) === true,
    })),
    by_row: takeRows !== undefined,
  }
}

const describe = (gift: Omit<SimilarDonation, 'row' | 'id' | 'headers' | 'is_of_mailbox'> | undefined): string =>
  gift
    ? [gift.donor, toUnits(gift.amount_cents).toFixed(2), gift.day, gift.transaction_id].filter(Boolean).join(', ')
    : ''
