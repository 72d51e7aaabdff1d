import { type Language, languageOf } from '../../../core/texts/index.ts'
import type { MatchFacts } from './match-facts.queries.ts'

/** Quebec by name, abbreviation or postal code. Codes that start with G, H or J are in Quebec (Canada Post). */
const inQuebec = /\bQC\b|\bqu[eé]bec\b|\b[GHJ]\d[A-Z] ?\d[A-Z]\d\b/iu

/**
 * Language of documents for the employer: French for addresses in Quebec, otherwise English. The donor's language does
 * not matter.
 */
export const employerLanguage = ({ policy }: Pick<MatchFacts, 'policy'>): Language =>
  languageOf(inQuebec.test(policy?.contactAddress ?? '') ? 'fr' : 'en')
