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

let current: LayoutTexts = englishLayoutTexts
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useLayoutTexts = (): LayoutTexts =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => englishLayoutTexts,
  )

export function setLayoutTexts(texts: LayoutTexts): void {
  current = texts
  for (const listener of listeners) listener()
}
