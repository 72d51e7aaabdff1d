import type { ReactNode } from 'react'
import { useMe } from '../../../shared/me.tsx'
import { PageHeading } from '../../../ui/page.tsx'
import { ForbiddenState } from '../../../ui/states.tsx'

/** Screens of the directory that only super users may use; `title` is that of the page for others. */
export function SuperOnly({ title, children }: { title: string; children: ReactNode }) {
  if (useMe().globalPermission === 'super') return children
  return (
    <>
      <PageHeading title={title} />
      <ForbiddenState>The company directory is kept by our support.</ForbiddenState>
    </>
  )
}
