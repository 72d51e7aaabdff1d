import type { Employment } from './gift-kinds.ts'

/** The first that is found counts: "retired board member" sits on no board any more, "spouse of a retiree" is a spouse. */
const words: readonly (readonly [Employment, RegExp])[] = [
  [
    'spouse',
    /\b(spouse|wife|husband|hubby|domestic partner|widow(er)?|married to)\b|\bpartner('?s)? (works?|is|employer|job|company)\b/i,
  ],
  ['none', /^(none|no|n|not employed|unemployed|not working|self[ -]?employed|student|homemaker|disabled|volunteer)$/i],
  [
    'retired',
    /\b(semi[ -]?)?(ret(ired|ried|irred|ierd|'?d|\.|iree|irement)|emerit(us|a|i)|pensioner|annuitant)(?![a-z])/i,
  ],
  [
    'former',
    /\b(ex|former(ly)?|previous(ly)?|past|alum(n(i|us|a))?|laid off|terminated|resigned|used to|was (at|with)|inactive)\b/i,
  ],
  [
    'board',
    /\b(board( member| of directors)?|(non-?executive|outside|independent) director|trustee|directors?['’]? (program|gift)|(chair(man|woman|person)?|member) of the board)\b/i,
  ],
  [
    'contractor',
    /\b(contract(or|ed| worker|ual)?|vendor|consultant|free ?lancer?|temp(orary)?( worker)?|agency|contingent( worker)?|1099|affiliate|driver|agent|franchise[er]?e?)\b/i,
  ],
  ['part_time', /\b(part[ -]?time|pt|half[ -]?time|per[ -]?diem|casual|hourly)\b/i],
  [
    'employee',
    /\b(employ(ee|ed)|full[ -]?time|ft|salaried|active|staff|intern|associate|executive|officer|current|regular|permanent|yes|y)\b/i,
  ],
]

const longest = 80

/** From a column that says what the donor is: "Retired", "PT", "Board Member". Null where it says nothing of the kind. */
export function readEmployment(cell: string): Employment | null {
  const text = cell.slice(0, longest).replaceAll('_', ' ').trim()
  return words.find(([, form]) => form.test(text))?.[0] ?? null
}
