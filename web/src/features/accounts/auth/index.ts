/** Coming in, staying in, and one's own account. The entrances load small: decision 24. */

export { KeptWords } from './kept-words.tsx'
export { SessionCare } from './session-care.tsx'
