export const readyReportIds = ['money-at-risk', 'top-employers', 'unclaimed', 'received', 'campaigns'] as const
export type ReadyReportId = (typeof readyReportIds)[number]
