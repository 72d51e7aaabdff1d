import { matchRequests } from '@twofold/contract'
import { ApiError, messageOf } from '../../api/api-error.ts'
import { formErrorIn } from '../../shared/donor-form-texts.ts'
import { useDocumentLanguage } from '../../shared/page-language.ts'
import { type DonorTexts, english } from './english.ts'
import { french } from './french.ts'
import { spanish } from './spanish.ts'

export { requestedLanguage } from '../../shared/page-language.ts'
export type { DonorTexts }
export type Language = matchRequests.MatchRequest['language']

export const donorTexts: Readonly<Record<Language, DonorTexts>> = { en: english, fr: french, es: spanish }

export const usePageLanguage = (language: Language): void =>
  useDocumentLanguage(donorTexts[language].locale, donorTexts[language].frame)

export const languageHeader = (language: Language) => ({ 'accept-language': language })

const serverErrors: readonly string[] = ['gone', 'conflict']

export const errorMessageIn = (texts: DonorTexts, error: unknown): string =>
  error instanceof ApiError && serverErrors.includes(error.code) ? messageOf(error) : formErrorIn(texts, error)

export type LinkProblem = { readonly message: string; readonly hasEnded: boolean }

/** A refused link has ended. After any other failure the donor can try again. */
export const linkProblem = (texts: DonorTexts, error: unknown): LinkProblem => ({
  message: errorMessageIn(texts, error),
  hasEnded: error instanceof ApiError && serverErrors.includes(error.code),
})

export const validationTextsIn = (texts: DonorTexts): Readonly<Record<string, string>> => ({
  [matchRequests.missingFields]: texts.needed,
  [matchRequests.tooLong]: texts.too_long,
  [matchRequests.wrongEmail]: texts.wrong_email,
  [matchRequests.formerEmployerQuestion]: texts.former_question,
})

export function formErrorsIn(texts: DonorTexts, error: unknown, fields: readonly string[]): Record<string, string> {
  const refusedFields = error instanceof ApiError && error.code === 'invalid' ? error.fields : {}
  const fieldErrors = fields.flatMap((name) => {
    const message = refusedFields[name]
    if (message === undefined) return []
    return [[name, validationTextsIn(texts)[message] ?? (name === 'email' ? texts.wrong_email : texts.needed)] as const]
  })
  return fieldErrors.length > 0 ? Object.fromEntries(fieldErrors) : { root: errorMessageIn(texts, error) }
}
