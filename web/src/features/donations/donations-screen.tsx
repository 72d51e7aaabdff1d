import { LaterScreen } from '../../portal/later-screen.tsx'

export default function DonationsScreen() {
  return <LaterScreen title="Donations" sentence="The list of donations is not built yet." />
}
