import type { companies } from '@twofold/contract'
import { SourceLink } from '../source-link.tsx'
import { formatAsOf } from './format-as-of.ts'

export function SourceNote({ row: { source, as_of } }: { row: Pick<companies.CompanyRow, 'source' | 'as_of'> }) {
  const when = formatAsOf(as_of)
  if (!source && when === '') return null
  return (
    <span className="block text-sm text-muted">
      Source: {source && <SourceLink to={source.url}>{source.title}</SourceLink>}
      {source && ', '}
      {when || 'undated'}
    </span>
  )
}
