/** The facts of a match that emails, papers and donor pages are written from. */

export { employerLanguage, hostOf, variablesOf } from './mail-variables.ts'
export {
  findMatchFacts,
  getMatchFacts,
  getOrganizationFacts,
  isUnconfirmed,
  listMatchFacts,
  type MatchFacts,
  type PolicyFacts,
} from './match-facts.queries.ts'
export { nextStepsOfMatch } from './next-steps-of-match.ts'
export {
  companyName,
  hasEmails,
  stepFacts,
  stepFactsJson,
  stepJoins,
  timeZone,
  withDeadlines,
} from './step-facts.queries.ts'
