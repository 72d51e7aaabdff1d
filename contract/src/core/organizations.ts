// What may be changed stands apart, so that a screen which changes nothing comes without it.

export { organizationPath } from '../shared/organization-path.ts'
export * from './organization.ts'
export * from './organization-changes.ts'
