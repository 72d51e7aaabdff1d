export function filterByName<T extends { readonly name: string }>(list: readonly T[], term: string): T[] {
  const wanted = plain(term.trim())
  return list.filter(({ name }) => plain(name).includes(wanted))
}

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
