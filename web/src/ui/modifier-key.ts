const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

/** What is written for the key that commands are given with; on a Mac, Ctrl edits text. */
export const modifierKey = isApple ? '⌘' : 'Ctrl'

export const holdsModifier = ({ metaKey, ctrlKey }: KeyboardEvent): boolean =>
  isApple ? metaKey && !ctrlKey : ctrlKey && !metaKey
