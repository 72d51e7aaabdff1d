/** There may be unsaved text when the current organization changes. */

type Ask = (goOn: () => void) => void

let asked: Ask | null = null

/** Returns a function that removes the prompt. */
export function registerLeaveConfirmation(ask: Ask): () => void {
  asked = ask
  return () => {
    if (asked === ask) asked = null
  }
}

export function confirmLeave(goOn: () => void): void {
  if (asked) asked(goOn)
  else goOn()
}
