import { parseSync, Visitor } from 'rolldown/utils'
import { expect, it } from 'vitest'
import { isTest } from './layers.ts'
import { readSources, type Source } from './sources.ts'

/** Texts that the specification writes with a straight apostrophe, which callers may search for verbatim. */
const asSpecified = [
  "Donation Can't Be Matched Outside Company Site",
  "This means we haven't gotten any action or direction on these Gifts so far.",
  "We'll get back to you as soon as possible.",
]

/** After a letter or after a template placeholder. */
const apostrophe = /\p{L}'\p{L}|s' |^'s\b/u

/**
 * Returns a sentence for each text in a file with a straight apostrophe, except in thrown errors, which only appear in
 * logs.
 */
function apostrophesIn({ path, text }: Source): string[] {
  const found: { at: number; text: string }[] = []
  const logs: { start: number; end: number }[] = []
  const collect = (said: string, at: number) => {
    const ownText = asSpecified.reduce((rest, specified) => rest.replaceAll(specified, ''), said)
    if (apostrophe.test(ownText)) found.push({ at, text: ownText.trim().slice(0, 80) })
  }
  new Visitor({
    Literal: ({ value, start }) => {
      if (typeof value === 'string') collect(value, start)
    },
    TemplateElement: ({ value, start }) => collect(value.cooked ?? value.raw, start),
    JSXText: ({ value, start }) => collect(value, start),
    NewExpression: ({ callee, start, end }) => {
      if (callee.type === 'Identifier' && callee.name === 'Error') logs.push({ start, end })
    },
  }).visit(parseSync(path, text).program)
  return found
    .filter(({ at }) => !logs.some(({ start, end }) => start < at && at < end))
    .map(({ text: said }) => `${path} says "${said}": people read ’ there.`)
}

// Platform steps equal the directory's text and are formatted when displayed. SQL uses straight quotes.
const isOfAnother = (path: string) => isTest(path) || /\.queries\.ts$|\/en\/platform-steps\.ts$/.test(path)

it('texts for people use typographic apostrophes', () => {
  const sources = readSources(
    'matching/src',
    'web/src',
    'widget/src',
    'server/src/features',
    'server/src/platform/http',
  )
  expect(sources.filter(({ path }) => !isOfAnother(path)).flatMap(apostrophesIn)).toEqual([])
})

it('finds an apostrophe in every notation', () => {
  const countApostrophes = (text: string) => apostrophesIn({ path: 'web/src/x.tsx', text }).length
  const hole = '$' + '{x}'
  expect(countApostrophes(`const a = "the company's portal"`)).toBe(1)
  expect(countApostrophes(`const b = \`${hole}'s portal\``)).toBe(1)
  expect(countApostrophes(`const c = <p>the donors' gifts</p>`)).toBe(1)
  expect(countApostrophes(`const d = 'the company’s'; throw new Error(\`the donor's ${hole}\`) // a donor's`)).toBe(0)
  expect(countApostrophes(`const e = "Donation Can't Be Matched Outside Company Site"`)).toBe(0)
})
