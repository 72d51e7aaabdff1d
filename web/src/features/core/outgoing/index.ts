export { OutgoingNotes } from './outgoing-notes.tsx'
