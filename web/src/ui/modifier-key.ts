const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

/** On a Mac, Ctrl edits text. */
export const modifierKey = isApple ? '⌘' : 'Ctrl'

export const hasModifierKey = ({ metaKey, ctrlKey }: KeyboardEvent): boolean =>
  isApple ? metaKey && !ctrlKey : ctrlKey && !metaKey
