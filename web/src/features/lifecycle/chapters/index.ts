/** A parent and its chapters: the list, asking and leaving. */

export { ChapterRequestNote } from './chapter-request-note.tsx'
