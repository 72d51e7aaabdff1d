import { useFamilyName } from '../../../shared/current-organization.tsx'

type Part = { readonly key: string; readonly label: string }

/** Parts cut by chapter as chapters are called where several stand beside each other; other parts as they are. */
export function useChapterLabels<P extends Part>(by: string, parts: readonly P[]): readonly P[] {
  const nameOf = useFamilyName()
  if (by !== 'chapter') return parts
  return parts.map((part) => ({ ...part, label: nameOf({ id: Number(part.key), name: part.label }) }))
}
