import { french } from './french.ts'
import { MatchPage } from './match-page.tsx'

export default function FrenchMatchScreen() {
  return <MatchPage texts={french} />
}
