/** A parent organization and its chapters: the list, requests, and leaving. */

export { ChapterRequestNote } from './chapter-request-note.tsx'
