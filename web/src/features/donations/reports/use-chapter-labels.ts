import { useOrganizationLabel } from '../../../shared/current-organization.tsx'

type Part = { readonly key: string; readonly label: string }

export function useChapterLabels<P extends Part>(by: string, parts: readonly P[]): readonly P[] {
  const nameOf = useOrganizationLabel()
  if (by !== 'chapter') return parts
  return parts.map((part) => ({ ...part, label: nameOf({ id: Number(part.key), name: part.label }) }))
}
