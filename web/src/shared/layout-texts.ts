import { useSyncExternalStore } from 'react'

export const englishLayoutTexts = {
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
export type LayoutTexts = Readonly<typeof englishLayoutTexts>

let shown: LayoutTexts = englishLayoutTexts
const listeners = new Set<() => void>()

const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useLayoutTexts = (): LayoutTexts =>
  useSyncExternalStore(
    listen,
    () => shown,
    () => englishLayoutTexts,
  )

export function setLayoutTexts(words: LayoutTexts): void {
  shown = words
  for (const listener of listeners) listener()
}
