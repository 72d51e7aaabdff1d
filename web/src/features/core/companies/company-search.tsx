import { companies } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { useState } from 'react'
import type { z } from 'zod'
import { call } from '../../../api/client.ts'
import { Combobox } from '../../../ui/combobox.tsx'
import { useSearch } from '../../../ui/search.ts'

/** For the 'other' choice, `company` is null and `name` is the typed text. */
export type FoundCompany = z.output<typeof companies.companyName>

/** Spec 2, section 9. */
const companySearchRules = { minLength: 3, waitMs: 300 }

export const englishSearch = {
  type: 'Type the employer’s name',
  more: `Type at least ${companySearchRules.minLength} characters`,
  waiting: 'Searching...',
  none: 'No employer found',
  other: (typed: string) => `Other: ${quoted(typed)}`,
  list: 'Suggestions',
  found: (count: number) => `${count} found`,
}
export type SearchWords = Readonly<typeof englishSearch>

export async function searchCompanies(term: string, signal?: AbortSignal): Promise<readonly FoundCompany[]> {
  const input = { params: { text: term }, query: { exclude: 'false', other: 'true' } }
  return (await call(companies.searchCompanyNames, input, signal)).names
}

/**
 * Requires a surrounding `Field`. An edit calls `onChoose` with `null`. A failed search shows no results, as the spec
 * requires.
 */
export function CompanySearch({
  value,
  onChoose,
  onType,
  texts = englishSearch,
  placeholder = texts.type,
  onlyOf,
}: {
  value: string
  onChoose: (company: FoundCompany | null) => void
  onType?: (text: string) => void
  texts?: SearchWords
  placeholder?: string
  onlyOf?: { readonly directoryBut: number | null }
}) {
  const [typed, setTyped] = useState<string | null>(null)
  const [found, search] = useSearch<FoundCompany>({ ...companySearchRules, find: searchCompanies })
  const term = (typed ?? '').trim()
  const candidates = onlyOf
    ? found.results.filter(({ company_id: id }) => id !== null && id !== onlyOf.directoryBut)
    : found.results
  const options = candidates.map((company) => ({
    key: `${company.company_id ?? 'other'} ${company.name}`,
    label: company.company_id === null ? texts.other(term) : labelOf(company),
    value: company,
  }))
  return (
    <Combobox
      text={typed ?? value}
      placeholder={placeholder}
      options={term.length < companySearchRules.minLength ? [] : options}
      busy={found.state === 'waiting'}
      message={messageFor(term, found.state, texts)}
      listLabel={texts.list}
      found={texts.found}
      onText={(text) => {
        setTyped(text)
        search(text)
        onChoose(null)
        onType?.(text)
      }}
      onChoose={(company) => {
        const chosen = company.company_id === null ? { ...company, name: term } : company
        setTyped(chosen.name)
        onChoose(chosen)
      }}
    />
  )
}

/** "Google (GOOG)" */
const labelOf = ({ name, company }: FoundCompany): string =>
  company && company.name !== name ? `${company.name} (${name})` : name

function messageFor(term: string, state: 'idle' | 'waiting' | 'done', texts: SearchWords): string | undefined {
  if (term.length < companySearchRules.minLength) return texts.more
  return state === 'waiting' ? texts.waiting : texts.none
}
