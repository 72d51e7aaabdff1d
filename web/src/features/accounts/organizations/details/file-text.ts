import type { organizations } from '@twofold/contract'
import { formatBytes, formatDay } from '../../../../ui/format.ts'

export const documentLabels = { done: 'Document uploaded successfully', failed: 'Failed to upload document' } as const

/** Uses the type that the browser reports; the server inspects the content. */
export const isImage = ({ name, type }: Pick<File, 'name' | 'type'>): boolean =>
  type === 'image/png' || type === 'image/jpeg' || (type === '' && /\.(png|jpe?g)$/i.test(name))

/** `budget.pdf, 320 kB, Nov 20, 2026` */
export const fileDetails = ({ file, bytes, uploaded_date }: organizations.OrganizationDocument): string =>
  [file, formatBytes(bytes), formatDay(uploaded_date)].join(', ')

export const nameFromFileName = (fileName: string): string => fileName.replace(/\.[^.]*$/, '').slice(0, 200)
