import { payouts } from '@twofold/contract'
import { moneyText, quoted } from '@twofold/matching'
import {
  blankCompaniesQuestionId,
  leaveOutAnswer,
  partsQuestionId,
  payerQuestionId,
  type Question,
  rowsText,
  sectionsQuestionId,
  shownExamples,
  stopOption,
  unnumberedQuestionId,
  whoseMoneyQuestionId,
} from './questions.ts'

/** Rows whose amount may be the match alone, the gift alone, or both. */
export type UnclearParts = {
  readonly sheetRow: number
  readonly donor: string
  readonly paidCents: number
  readonly statedCents: number | null
}

export function askAboutParts(
  unclear: readonly UnclearParts[],
  { flag, amount }: { readonly flag: string; readonly amount: string },
): Question[] {
  if (unclear.length === 0) return []
  const canSplit = unclear.some(({ paidCents, statedCents }) => statedCents !== null && paidCents > statedCents)
  const canBeGift = unclear.some(({ paidCents, statedCents }) => statedCents === null || paidCents <= statedCents)
  const these = unclear.length === 1 ? 'this row' : 'these rows'
  return [
    {
      id: partsQuestionId,
      text: `${rowsText(unclear.length)}${flag === '' ? '' : ` with ${quoted(flag)}`}: is ${quoted(amount)} the company’s match alone, or is the donor’s gift in it?`,
      examples: unclear.slice(0, shownExamples).map(({ sheetRow, donor, paidCents, statedCents }) => ({
        sheet_row: sheetRow,
        text: [
          donor,
          `${moneyText(paidCents, 'USD')} paid`,
          statedCents === null ? '' : `gift of ${moneyText(statedCents, 'USD')}`,
        ]
          .filter(Boolean)
          .join(' · '),
      })),
      options: [
        { value: leaveOutAnswer, label: `Leave ${these} out` },
        { value: 'match', label: 'The match alone' },
        ...(canSplit ? [{ value: 'gift_and_match', label: 'Gift and match together' }] : []),
        ...(canBeGift ? [{ value: 'gift', label: 'The gift alone' }] : []),
      ],
      answer: leaveOutAnswer,
    },
  ]
}

export type LineExample = { readonly sheetRow: number; readonly donor: string; readonly cents: number }

const exampleOf = ({ sheetRow, donor, cents }: LineExample) => ({
  sheet_row: sheetRow,
  text: [donor || 'No donor named', moneyText(cents, 'USD')].join(' · '),
})

/** No word and no column shows whether a company paid. */
export function askWhoseMoney(lines: readonly LineExample[], amount: string): Question[] {
  if (lines.length === 0) return []
  return [
    {
      id: whoseMoneyQuestionId,
      text: `${rowsText(lines.length)}: is ${quoted(amount)} money that companies paid, or the donors’ own gifts?`,
      examples: lines.slice(0, shownExamples).map(exampleOf),
      options: [
        stopOption,
        { value: 'gift', label: 'The donors’ own gifts' },
        { value: 'match', label: 'Money that companies paid' },
      ],
      answer: payouts.stopAnswer,
    },
  ]
}

/** Typed lists leave out the number of the check above, or the check has not come yet. */
export function askAboutUnnumbered(lines: readonly LineExample[]): Question[] {
  if (lines.length === 0) return []
  const [verb, them] = lines.length === 1 ? ['names', 'it'] : ['name', 'them']
  return [
    {
      id: unnumberedQuestionId,
      text: `${rowsText(lines.length)} ${verb} no payment, as the others do: did the payment above include ${them}?`,
      examples: lines.slice(0, shownExamples).map(exampleOf),
      options: [
        { value: leaveOutAnswer, label: `Leave ${lines.length === 1 ? 'this row' : 'these rows'} out` },
        { value: 'above', label: 'Yes, the payment above' },
        { value: 'paid', label: 'No, but the money came' },
      ],
      answer: leaveOutAnswer,
    },
  ]
}

/** Names alone in a row, above lines without an employer or without a donor. */
export function askAboutSections(
  sections: readonly { readonly sheetRow: number; readonly name: string }[],
  { canBeDonors }: { readonly canBeDonors: boolean },
): Question[] {
  const [first] = sections
  if (!first) return []
  const isOne = new Set(sections.map(({ name }) => name)).size === 1
  const [names, who] = isOne
    ? [
        `${quoted(first.name)} stands alone above its rows`,
        canBeDonors ? 'who is it' : 'is it the employer of the donors below',
      ]
    : [
        `${quoted(first.name)} and other names stand alone above their rows`,
        canBeDonors ? 'who are they' : 'are they the employers of the donors below',
      ]
  return [
    {
      id: sectionsQuestionId,
      text: `${names}: ${who}?`,
      examples: sections.slice(0, shownExamples).map(({ sheetRow, name }) => ({ sheet_row: sheetRow, text: name })),
      options: [
        { value: 'none', label: canBeDonors ? 'Neither employer nor donor' : 'No' },
        ...(canBeDonors
          ? [
              { value: 'company', label: isOne ? 'The employer' : 'The employers' },
              { value: 'donor', label: isOne ? 'The donor' : 'The donors' },
            ]
          : [{ value: 'company', label: isOne ? 'Yes, the employer' : 'Yes, the employers' }]),
      ],
      answer: 'none',
    },
  ]
}

/** Merged cells of a spreadsheet keep only the first one in a CSV file. */
export const askAboutBlankCompanies = (count: number, heading: string, examples: Question['examples']): Question[] => [
  {
    id: blankCompaniesQuestionId,
    text: `${rowsText(count)} ${count === 1 ? 'has' : 'have'} no ${quoted(heading)}: is it the one above?`,
    examples: examples.slice(0, shownExamples),
    options: [
      { value: 'none', label: 'No, it’s unknown' },
      { value: 'above', label: 'Yes, the one above' },
    ],
    answer: 'none',
  },
]

/** The first words of the report may be its payer or its title. */
export const payerQuestion = (name: string): Question[] => [
  {
    id: payerQuestionId,
    text: `The report begins with ${quoted(name)}: is this who paid?`,
    examples: [],
    options: [
      { value: 'none', label: 'No, it’s a title' },
      { value: 'title', label: `Yes, ${name} paid` },
    ],
    answer: 'none',
  },
]
