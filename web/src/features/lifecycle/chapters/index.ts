export { ChapterRequestNote } from './chapter-request-note.tsx'
