import { LaterScreen } from '../portal/later-screen.tsx'
import { PublicPage } from '../portal/public-page.tsx'

export default function EditMatchPage() {
  return (
    <PublicPage>
      <LaterScreen title="Edit Your Match Request" sentence="Match requests cannot be edited here yet." />
    </PublicPage>
  )
}
