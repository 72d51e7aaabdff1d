// The changes are a separate file, so that read-only screens do not include it.

export { organizationPath } from '../shared/wire.ts'
export * from './organization.ts'
export * from './organization-changes.ts'
export * from './time-zones.ts'
