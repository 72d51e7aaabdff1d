/** Coming in, staying in, and one's own account. The entrances load small: decision 15. */

export { KeptWords } from './kept-words.tsx'
export { SessionCare } from './session-care.tsx'
