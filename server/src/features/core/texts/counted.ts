export function countedIn(locale: string) {
  const numbers = new Intl.NumberFormat(locale)
  return (count: number, one: string, many: string): string => `${numbers.format(count)} ${count === 1 ? one : many}`
}
