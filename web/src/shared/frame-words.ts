import { useSyncExternalStore } from 'react'

/** The text around a public page. Donor pages show it in the donor's language. */
export const englishFrame = {
  skip: 'Skip to content',
  toPortal: ', to the portal',
  appearance: (chosen: string) => `Appearance: ${chosen}`,
  system: 'System',
  light: 'Light',
  dark: 'Dark',
  help: 'Help',
  questions: 'Questions and answers',
  contact: 'Contact',
  companies: 'Which companies match',
  privacy: 'Privacy',
  terms: 'Terms of use',
}
export type FrameWords = Readonly<typeof englishFrame>

let shown: FrameWords = englishFrame
const listeners = new Set<() => void>()

const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useFrameWords = (): FrameWords =>
  useSyncExternalStore(
    listen,
    () => shown,
    () => englishFrame,
  )

export function sayFrame(words: FrameWords): void {
  shown = words
  for (const listener of listeners) listener()
}
