export { SaveMark } from './save-mark.tsx'
export { callFor, useAutosave } from './use-autosave.ts'
