import { LaterScreen } from '../../portal/later-screen.tsx'

export default function DashboardScreen() {
  return <LaterScreen title="Dashboard" sentence="The dashboard is not built yet." />
}
