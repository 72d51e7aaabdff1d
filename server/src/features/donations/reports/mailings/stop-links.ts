import type { Platform } from '../../../../platform/platform.ts'

/** Of whom which report's mails are stopped. */
export type Stopping = { readonly organizationId: number; readonly reportId: number; readonly userId: number }

export const stopPages = '/m/r'

/** Signed for as long as the mail is kept: somebody may press it in last year's. */
export function stopPath(
  { secrets }: Pick<Platform, 'secrets'>,
  { organizationId, reportId, userId }: Stopping,
): string {
  const ids = [organizationId, reportId, userId].map((id) => id.toString(36))
  return `${stopPages}/${secrets.sign('unsubscribe', ['r', ...ids].join('-'))}`
}

/** Null for a token that was not made here for a report. */
export function readStopToken({ secrets }: Pick<Platform, 'secrets'>, token: string): Stopping | null {
  const [kind, ...ids] = secrets.verify('unsubscribe', token)?.split('-') ?? []
  const [organizationId = Number.NaN, reportId = Number.NaN, userId = Number.NaN] = ids.map((id) =>
    Number.parseInt(id, 36),
  )
  const isWhole = [organizationId, reportId, userId].every(Number.isSafeInteger)
  return kind === 'r' && isWhole ? { organizationId, reportId, userId } : null
}
