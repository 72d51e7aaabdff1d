/** The entry screens must load little code: see decision 24. */

export { SessionTimeout } from './session-timeout.tsx'
export { UnsavedInput } from './unsaved-input.tsx'
