/** Asks before the current organization changes, because there may be unsaved text. */

type Ask = (goOn: () => void) => void

let asked: Ask | null = null

/** Registers the prompt. Returns a function that removes it. */
export function registerLeaveConfirmation(ask: Ask): () => void {
  asked = ask
  return () => {
    if (asked === ask) asked = null
  }
}

/** Continues immediately without a registered prompt. */
export function confirmLeave(goOn: () => void): void {
  if (asked) asked(goOn)
  else goOn()
}
