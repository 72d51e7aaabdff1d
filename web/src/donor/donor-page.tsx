import { LaterScreen } from '../portal/later-screen.tsx'
import { PublicPage } from '../portal/public-page.tsx'

export default function DonorPage() {
  return (
    <PublicPage>
      <LaterScreen title="Your gift and its match" sentence="This page is not built yet." />
    </PublicPage>
  )
}
