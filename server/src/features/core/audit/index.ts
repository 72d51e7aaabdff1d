/** A change and its audit line share a transaction. The database refuses to change or remove a line. */
import type { Feature } from '../../../platform/services/feature.ts'
import { auditRoutes } from './audit.routes.ts'

export { createDenialRecorder, type DenialRecorder } from './record-denial.ts'
export { createVisitRecorder, type VisitRecorder } from './record-visit.ts'
export { type AuditContext, differences, redacted, type WriteCall, writeAudit } from './write-audit.ts'

export const auditFeature = (): Feature => ({ routes: auditRoutes })
