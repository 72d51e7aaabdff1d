/** Domain rules, section 8. Each has a default text. */
export const mailedStatusIds = [6, 7, 8, 25, 9, 10, 11, 15, 19, 23, 24] as const
export type MailedStatusId = (typeof mailedStatusIds)[number]

export const isMailedStatus = (statusId: number): statusId is MailedStatusId =>
  mailedStatusIds.some((mailed) => mailed === statusId)

/** 1 thanks the donor for the payment. */
export type TemplateStatusId = MailedStatusId | 1

export const isTemplateStatus = (statusId: number): statusId is TemplateStatusId =>
  statusId === 1 || isMailedStatus(statusId)
