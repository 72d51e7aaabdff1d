import { donorPagePath } from '../../email/notifications/index.ts'

export type DonorPageUrls = {
  readonly page: (more?: Readonly<Record<string, string>>) => string
  readonly pageOf: (donationId: number) => string
  readonly calendar: string
  readonly receipt: string
  readonly wishes: (more?: Readonly<Record<string, string>>) => string
  readonly form: (more?: Readonly<Record<string, string>>) => string
  readonly formPdf: string
  readonly formPage: (page: number) => string
}

/** @param chosenId the selected gift, unless it is the gift of the mail */
export function donorPageUrls(token: string, chosenId: number | null): DonorPageUrls {
  const path = donorPagePath(token)
  const chosen = chosenId === null ? {} : { gift: String(chosenId) }
  const at = (place: string, query: Readonly<Record<string, string>>): string => {
    const text = new URLSearchParams(query).toString()
    return text === '' ? place : `${place}?${text}`
  }
  return {
    page: (more = {}) => at(path, { ...chosen, ...more }),
    pageOf: (donationId) => at(path, { gift: String(donationId) }),
    calendar: at(`${path}/deadline.ics`, chosen),
    receipt: at(`${path}/receipt.pdf`, chosen),
    wishes: (more = {}) => at(`${path}/wishes`, { ...chosen, ...more }),
    form: (more = {}) => at(`${path}/form`, { ...chosen, ...more }),
    formPdf: at(`${path}/form.pdf`, chosen),
    formPage: (page) => at(`${path}/form.png`, { ...chosen, page: String(page) }),
  }
}
