export function filterByName<T extends { readonly name: string }>(list: readonly T[], term: string): T[] {
  const normalizedTerm = normalize(term.trim())
  return list.filter(({ name }) => normalize(name).includes(normalizedTerm))
}

const normalize = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
