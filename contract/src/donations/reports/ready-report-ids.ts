export const readyReportIds = ['money-at-risk', 'top-employers', 'unclaimed', 'received', 'campaigns'] as const
export type ReadyReportId = (typeof readyReportIds)[number]

/** No longer listed, but old addresses and the API still work. */
export const retiredReportIds = ['top-employers', 'campaigns'] as const satisfies readonly ReadyReportId[]
export type RetiredReportId = (typeof retiredReportIds)[number]

/** Returns whether the report is no longer listed. */
export const isRetiredReport = (id: string | null): id is RetiredReportId => retiredReportIds.some((one) => one === id)
