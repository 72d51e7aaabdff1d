/** Sign-in, sessions, and the person's own account. The entry screens must load little code: see decision 24. */

export { KeptWords } from './kept-words.tsx'
export { SessionCare } from './session-care.tsx'
