import { type Language, languageOf } from '../../../core/texts/index.ts'
import type { MatchFacts } from './match-facts.queries.ts'

/** Canada Post: codes that start with G, H, or J are in Quebec. */
const inQuebec = /\bQC\b|\bqu[eé]bec\b|\b[GHJ]\d[A-Z] ?\d[A-Z]\d\b/iu

/** French in Quebec, otherwise English, whatever the donor's language. */
export const employerLanguage = ({ policy }: Pick<MatchFacts, 'policy'>): Language =>
  languageOf(inQuebec.test(policy?.contactAddress ?? '') ? 'fr' : 'en')
