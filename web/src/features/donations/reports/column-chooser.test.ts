import { expect, test } from 'vitest'
import { columnsOf } from './column-chooser.tsx'

test('gives every available column a unique label', () => {
  const labels = columnsOf({
    custom: { donation_fields: ['Campaign', 'Table', 'amount '], amply: { feature: null } },
  }).map(({ label }) => label)
  expect(labels).toEqual([...new Set(labels)])
  expect(labels.slice(-3)).toEqual(['Campaign (donation field)', 'Table', 'amount (donation field)'])
})
