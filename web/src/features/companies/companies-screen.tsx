import { LaterScreen } from '../../portal/later-screen.tsx'

export default function CompaniesScreen() {
  return <LaterScreen title="Companies" sentence="The company directory is not built yet." />
}
