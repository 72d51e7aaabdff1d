import type { organizations } from '@twofold/contract'
import { formatBytes, formatDay } from '../../../../ui/format.ts'

export const documentWords = { done: 'Document uploaded successfully', failed: 'Failed to upload document' } as const

/** By what the browser makes of it; the server looks into the file itself. */
export const isPicture = ({ name, type }: Pick<File, 'name' | 'type'>): boolean =>
  type === 'image/png' || type === 'image/jpeg' || (type === '' && /\.(png|jpe?g)$/i.test(name))

/** `budget.pdf, 320 kB, Nov 20, 2026` */
export const factsOf = ({ file, bytes, uploaded_date }: organizations.OrganizationDocument): string =>
  [file, formatBytes(bytes), formatDay(uploaded_date)].join(', ')

/** A name to start from: the file's own, without its ending. */
export const nameFrom = (fileName: string): string => fileName.replace(/\.[^.]*$/, '').slice(0, 200)
