import type { reportFiles } from '@twofold/contract'
import { formatBytes, formatCount } from '../../../ui/format.ts'

type File = reportFiles.ReportFile

export const isInProgress = (state: File['state'] | undefined): boolean => state === 'waiting' || state === 'writing'

export const formatName = (format: File['format']): string => (format === 'csv' ? 'CSV' : 'Excel')

export function describeState({ state, rows, rows_written, bytes, problem }: File): string {
  if (state === 'waiting') return 'In line'
  if (state === 'failed') return problem
  if (state === 'ready') return `${formatCount(rows_written)} rows, ${formatBytes(bytes ?? 0)}`
  return rows === null ? 'Counting rows' : `${formatCount(rows_written)} of ${formatCount(rows)} rows`
}
