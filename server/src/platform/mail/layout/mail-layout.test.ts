import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compiledLayout, compileLayout } from './compile-layout.ts'
import { fillMail } from './fill-layout.ts'

test('the committed layout equals its compiled source', async () => {
  expect(readFileSync(compiledLayout, 'utf8')).toBe(await compileLayout())
})

test('an email contains the given sections and no markers of the others', () => {
  const bare = fillMail({ header: 'Hello', opening: 'One line.' })
  expect(bare).toContain('One line.')
  expect(bare).not.toMatch(/\[\[|<!--(if|end) /)
  expect(bare).not.toMatch(/<img|<a /)
  const full = fillMail({
    header: 'Hello',
    opening: 'One line.',
    act_url: 'https://x.test/a',
    act_label: 'Go',
    code: '123456',
  })
  expect(full).toContain('href="https://x.test/a"')
  expect(full).toContain('123456')
})
