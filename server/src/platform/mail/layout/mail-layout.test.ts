import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fillMail } from './fill-layout.ts'
import { compiledLayout, compileLayout } from './write-layout.ts'

test('the committed layout is what its source compiles to', async () => {
  expect(readFileSync(compiledLayout, 'utf8')).toBe(await compileLayout())
})

test('a mail shows the parts that it is given, and no mark of the others', () => {
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
