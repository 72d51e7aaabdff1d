/** Outgoing messages for super users: held after a restore, or waiting for the mail server. */

export { OutgoingNotes } from './outgoing-notes.tsx'
