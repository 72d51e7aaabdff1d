import { possessive } from '@twofold/matching'
import { IntlMessageFormat } from 'intl-messageformat'
import type { Catalogue, PageText, Phrase, PlatformStepTexts } from './catalogue.ts'
import { english } from './en/english.ts'
import { directorySteps } from './en/platform-steps.ts'
import { spanish } from './es/spanish.ts'
import { curlApostrophes } from './format-values.ts'
import { french } from './fr/french.ts'

export type Variables = Readonly<Record<string, string>>

/** Throws if the message cannot be parsed or uses a missing variable. */
export type Message = (variables: Variables) => string

export type Language = Pick<Catalogue, 'locale' | 'name' | 'mails' | 'letters' | 'from' | 'digest'> & {
  readonly translate: (phrase: Phrase, variables: Variables) => string
  readonly translateOnPage: (name: PageText, variables: Variables) => string
  /** A step that a person changed is returned as written, with its language. */
  readonly translateStep: (step: string) => { readonly words: string; readonly locale: string }
}

export function readMessage(text: string, locale: string): Message {
  if (text === '') return () => ''
  const owners = locale.startsWith('en') ? [...text.matchAll(ownedBy)].flatMap(([, name]) => name ?? []) : []
  const message = new IntlMessageFormat(
    owners.length > 0 ? text.replaceAll(ownedBy, '{$1_possessive}') : text,
    locale,
    undefined,
    { ignoreTag: true },
  )
  return (variables) =>
    String(
      message.format({ ...variables, ...Object.fromEntries(owners.flatMap((name) => possessiveOf(name, variables))) }),
    )
}

const ownedBy = /\{(\w+)\}’s/g

const possessiveOf = (name: string, { [name]: value }: Variables): [string, string][] =>
  value === undefined ? [] : [[`${name}_possessive`, possessive(value)]]

const stepNames = new Map<string, string>(Object.entries(directorySteps).map(([name, step]) => [step, name]))

const hasStep = (texts: PlatformStepTexts, name: string | undefined): name is keyof PlatformStepTexts =>
  name !== undefined && Object.hasOwn(texts, name)

function createLanguage(catalogue: Catalogue): Language {
  const { locale, name, mails, letters, from, digest, phrases, page, platformSteps } = catalogue
  const read = (texts: Readonly<Record<string, string>>) =>
    new Map(Object.entries(texts).map(([name, text]) => [name, readMessage(text, locale)]))
  const messages = { phrases: read(phrases), page: read(page) }
  return {
    locale,
    name,
    mails,
    letters,
    from,
    digest,
    translate: (phrase, variables) => messages.phrases.get(phrase)?.(variables) ?? '',
    translateOnPage: (name, variables) => messages.page.get(name)?.(variables) ?? '',
    translateStep: (step) => {
      const name = stepNames.get(step)
      return hasStep(platformSteps, name)
        ? { words: curlApostrophes(platformSteps[name]), locale }
        : { words: curlApostrophes(step), locale: english.locale }
    },
  }
}

export const languages = { en: createLanguage(english), fr: createLanguage(french), es: createLanguage(spanish) }

export const isLanguage = (code: string): code is keyof typeof languages => Object.hasOwn(languages, code)

/** The first supported code wins, else English. Pass the donor's before the organization's. */
export const languageOf = (...preferred: readonly string[]): Language => languages[preferred.find(isLanguage) ?? 'en']
