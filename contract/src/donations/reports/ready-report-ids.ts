export const readyReportIds = ['money-at-risk', 'top-employers', 'unclaimed', 'received', 'campaigns'] as const
export type ReadyReportId = (typeof readyReportIds)[number]

/** Predefined reports that the screens no longer list. The API still accepts them, and old addresses still open. */
export const retiredReportIds = ['top-employers', 'campaigns'] as const satisfies readonly ReadyReportId[]
export type RetiredReportId = (typeof retiredReportIds)[number]

export const isRetiredReport = (id: string | null): id is RetiredReportId => retiredReportIds.some((one) => one === id)
