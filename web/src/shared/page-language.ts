import { useEffect } from 'react'
import { englishLayoutTexts, type LayoutTexts, setLayoutTexts } from './layout-texts.ts'

const languages = ['en', 'fr', 'es'] as const
export type Language = (typeof languages)[number]

const isLanguage = (code: string): code is Language => languages.some((language) => language === code)

/** The letter's language if its link was followed, else the browser's first supported one. */
export const requestedLanguage = (
  mailLanguage: string | null,
  browserLanguages: readonly string[] = navigator.languages,
): Language =>
  [mailLanguage ?? '', ...browserLanguages.map((tag) => tag.toLowerCase().split('-', 1)[0] ?? '')].find(isLanguage) ??
  'en'

/** Sets the frame text, and the `lang` attribute for screen readers. An empty `tag` means English. */
export function useDocumentLanguage(tag: string, frame: LayoutTexts): void {
  useEffect(() => {
    const previous = document.documentElement.lang
    document.documentElement.lang = tag || 'en'
    setLayoutTexts(frame)
    return () => {
      document.documentElement.lang = previous
      setLayoutTexts(englishLayoutTexts)
    }
  }, [tag, frame])
}
