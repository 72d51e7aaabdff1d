import { type Language, languageOf } from '../../../core/texts/index.ts'
import type { MatchFacts } from './match-facts.queries.ts'

/** Quebec by name, by its abbreviation, or by a postal code: those that begin with G, H or J are Quebec's (Canada Post). */
const inQuebec = /\bQC\b|\bqu[eé]bec\b|\b[GHJ]\d[A-Z] ?\d[A-Z]\d\b/iu

/** The language of papers for the employer: English, and French where its address is in Quebec. The donor's language does not count. */
export const employerLanguage = ({ policy }: Pick<MatchFacts, 'policy'>): Language =>
  languageOf(inQuebec.test(policy?.contactAddress ?? '') ? 'fr' : 'en')
