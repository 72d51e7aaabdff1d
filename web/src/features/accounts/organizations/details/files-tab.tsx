import { DocumentsCard } from './documents-card.tsx'
import { LogoCard } from './logo-card.tsx'

/** Saved at once, apart from the form of the other tabs. */
export function FilesTab() {
  return (
    <div className="flex flex-col gap-5">
      <LogoCard />
      <DocumentsCard />
    </div>
  )
}
