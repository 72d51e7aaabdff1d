/** There may be unsaved text when the current organization changes. */

type LeavePrompt = (proceed: () => void) => void

let activePrompt: LeavePrompt | null = null

/** Returns a function that removes the prompt. */
export function registerLeaveConfirmation(prompt: LeavePrompt): () => void {
  activePrompt = prompt
  return () => {
    if (activePrompt === prompt) activePrompt = null
  }
}

export function confirmLeave(proceed: () => void): void {
  if (activePrompt) activePrompt(proceed)
  else proceed()
}
