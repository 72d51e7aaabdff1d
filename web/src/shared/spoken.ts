import { useEffect } from 'react'
import { englishFrame, type FrameWords, sayFrame } from './frame-words.ts'

/** Pages of donors speak their language: which one, and what stands around them. */

const languages = ['en', 'fr', 'es'] as const
export type Language = (typeof languages)[number]

const isOurs = (code: string): code is Language => languages.some((language) => language === code)

/** Before it is known who reads: the letter's language, whose link this is, else the first of ours that the browser asks for. */
export const languageAsked = (ofLetter: string | null, ofBrowser: readonly string[] = navigator.languages): Language =>
  [ofLetter ?? '', ...ofBrowser.map((tag) => tag.toLowerCase().split('-', 1)[0] ?? '')].find(isOurs) ?? 'en'

/** The whole page speaks the language while it is shown: its frame, and what a screen reader pronounces. `tag`: '' is English. */
export function useSpokenWith(tag: string, frame: FrameWords): void {
  useEffect(() => {
    const before = document.documentElement.lang
    document.documentElement.lang = tag || 'en'
    sayFrame(frame)
    return () => {
      document.documentElement.lang = before
      sayFrame(englishFrame)
    }
  }, [tag, frame])
}
