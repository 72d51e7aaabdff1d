/** `1 gift`, `2 gifts`: what the letters' languages have in common. */
export const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count} ${many}`
