import { MatchPage } from './match-page.tsx'
import { spanish } from './spanish.ts'

export default function SpanishMatchScreen() {
  return <MatchPage texts={spanish} />
}
