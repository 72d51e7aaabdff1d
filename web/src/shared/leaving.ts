/** What must be asked before the organization in hand is changed for another: there may be unsaved words. */

type Ask = (goOn: () => void) => void

let asked: Ask | null = null

/** Asks from now on; what it answers ends that. */
export function askBeforeLeaving(ask: Ask): () => void {
  asked = ask
  return () => {
    if (asked === ask) asked = null
  }
}

/** Goes on at once where nobody asks. */
export function leaving(goOn: () => void): void {
  if (asked) asked(goOn)
  else goOn()
}
