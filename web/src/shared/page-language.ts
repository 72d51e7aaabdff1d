import { useEffect } from 'react'
import { englishLayoutTexts, type LayoutTexts, setLayoutTexts } from './layout-texts.ts'

const languages = ['en', 'fr', 'es'] as const
export type Language = (typeof languages)[number]

const isOurs = (code: string): code is Language => languages.some((language) => language === code)

/** The letter's language if its link was followed, else the browser's first supported one. */
export const requestedLanguage = (
  ofLetter: string | null,
  ofBrowser: readonly string[] = navigator.languages,
): Language =>
  [ofLetter ?? '', ...ofBrowser.map((tag) => tag.toLowerCase().split('-', 1)[0] ?? '')].find(isOurs) ?? 'en'

/** Sets the frame text, and the `lang` attribute for screen readers. An empty `tag` means English. */
export function useDocumentLanguage(tag: string, frame: LayoutTexts): void {
  useEffect(() => {
    const before = document.documentElement.lang
    document.documentElement.lang = tag || 'en'
    setLayoutTexts(frame)
    return () => {
      document.documentElement.lang = before
      setLayoutTexts(englishLayoutTexts)
    }
  }, [tag, frame])
}
