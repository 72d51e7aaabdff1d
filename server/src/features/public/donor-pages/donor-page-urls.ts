import { donorPagePath } from '../../email/donor-links/index.ts'

export type DonorPageUrls = {
  readonly page: (parameters?: Readonly<Record<string, string>>) => string
  readonly pageOf: (donationId: number) => string
  readonly calendar: string
  readonly receipt: string
  readonly privacy: (parameters?: Readonly<Record<string, string>>) => string
  readonly form: (parameters?: Readonly<Record<string, string>>) => string
  readonly formPdf: string
  readonly formPage: (page: number) => string
}

/** @param chosenId the selected gift, unless it is the gift of the email */
export function donorPageUrls(token: string, chosenId: number | null): DonorPageUrls {
  const path = donorPagePath(token)
  const chosen = chosenId === null ? {} : { gift: String(chosenId) }
  const withQuery = (address: string, query: Readonly<Record<string, string>>): string => {
    const text = new URLSearchParams(query).toString()
    return text === '' ? address : `${address}?${text}`
  }
  return {
    page: (parameters = {}) => withQuery(path, { ...chosen, ...parameters }),
    pageOf: (donationId) => withQuery(path, { gift: String(donationId) }),
    calendar: withQuery(`${path}/deadline.ics`, chosen),
    receipt: withQuery(`${path}/receipt.pdf`, chosen),
    privacy: (parameters = {}) => withQuery(`${path}/wishes`, { ...chosen, ...parameters }),
    form: (parameters = {}) => withQuery(`${path}/form`, { ...chosen, ...parameters }),
    formPdf: withQuery(`${path}/form.pdf`, chosen),
    formPage: (page) => withQuery(`${path}/form.png`, { ...chosen, page: String(page) }),
  }
}
