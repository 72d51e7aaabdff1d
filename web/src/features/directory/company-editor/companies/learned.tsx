import type { companies } from '@twofold/contract'
import { SourceLink } from '../source-link.tsx'
import { learnedOn } from './learned-on.ts'

/** The source of a policy and its date. */
export function Learned({ row: { source, as_of } }: { row: Pick<companies.CompanyRow, 'source' | 'as_of'> }) {
  const when = learnedOn(as_of)
  if (!source && when === '') return null
  return (
    <span className="block text-sm text-muted">
      Source: {source && <SourceLink to={source.url}>{source.title}</SourceLink>}
      {source && ', '}
      {when || 'undated'}
    </span>
  )
}
