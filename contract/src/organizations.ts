// What may be changed stands apart, so that a screen which changes nothing comes without it.
export * from './organization.ts'
export * from './organization-changes.ts'
export { organizationPath } from './organization-path.ts'
