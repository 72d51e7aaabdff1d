import { expect, test } from 'vitest'
import { repairText } from './repair-text.ts'

test.each([
  ['Gwen O&#039;Brien', "Gwen O'Brien"],
  ['Procter &amp; Gamble', 'Procter & Gamble'],
  ['D&rsquo;Arcy', 'D’Arcy'],
  ['JosÃ© NÃºÃ±ez', 'José Núñez'],
  ['Itâ€™s', 'It’s'],
  ['Zoë', 'Zoë'],
  ['AT&T', 'AT&T'],
  ['Ben & Jerry', 'Ben & Jerry'],
  ['São Paulo', 'São Paulo'],
  ['ÂB', 'ÂB'],
])('%s becomes %s', (text, repaired) => {
  expect(repairText(text)).toBe(repaired)
})
