/** Email templates and their versions. Spec 2, sections 2.10, 2.11, 3, 4, and 7. */

export * from './templates/fields.ts'
export * from './templates/kinds.ts'
export * from './templates/messages.ts'
export * from './templates/previews.ts'
export * from './templates/versions.ts'
