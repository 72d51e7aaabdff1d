export const changeInWords = ({ term, from, to }: { term: string; from: string; to: string }): string =>
  `${term}: ${from && to ? `${from} → ${to}` : to || `${from} → taken out`}`
