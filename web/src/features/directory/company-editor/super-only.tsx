import type { ReactNode } from 'react'
import { useMe } from '../../../shared/me.tsx'
import { PageHeading } from '../../../ui/page.tsx'
import { ForbiddenState } from '../../../ui/states.tsx'

export function SuperOnly({ title, children }: { title: string; children: ReactNode }) {
  if (useMe().globalPermission === 'super') return children
  return (
    <>
      <PageHeading title={title} />
      <ForbiddenState>Only our support team can edit the company directory.</ForbiddenState>
    </>
  )
}
