import type { WriteCall } from '../../core/audit/index.ts'
import type { Directory } from '../../core/companies/index.ts'
import type { EvaluationContext } from '../../matches/matches/index.ts'

export type RecordingContext = EvaluationContext & {
  readonly importId: number | null
  /** The donor only gets the opt-in question until they agree. */
  readonly optIn: boolean
  readonly mailWithoutEmployer: boolean
  /** Counts and is billed after confirmation. */
  readonly unconfirmed?: boolean
  /** A gift with a transaction id differs from a similar one without. */
  readonly byHand?: boolean
}

export function recordingContextOf(call: WriteCall, directory: Directory, undoId?: string): RecordingContext {
  const { platform, tenant, caller, level } = call
  return {
    platform,
    tenant,
    directory,
    actor: { kind: 'user', userId: caller.user.id, level },
    importId: null,
    optIn: false,
    mailWithoutEmployer: true,
    ...(undoId === undefined ? {} : { operation: { id: undoId, kind: 'staff' } }),
  }
}
