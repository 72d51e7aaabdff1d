/** Outgoing messages are held after a restore, or wait for the mail server. */

export { OutgoingNotes } from './outgoing-notes.tsx'
