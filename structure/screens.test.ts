import { operatorPages, portalPath, screens } from '@twofold/contract'
import { parseSync, Visitor } from 'rolldown/utils'
import { expect, it } from 'vitest'
import { isTest } from './layers.ts'
import { readSources, type Source } from './sources.ts'

/** First path segments of all screens. */
const beginnings = [
  ...new Set(
    [portalPath, ...Object.values(screens), ...Object.values(operatorPages)].flatMap(
      (path) => /^\/[^/:]+/.exec(path)?.[0] ?? [],
    ),
  ),
]

/** Such a path at the start of a text or after a quote, alone or followed by more. */
const address = new RegExp(`(?:^|["'=\\s(])(?:${beginnings.join('|')})(?:[/?#"'\\s()]|$)`)

/** Returns a sentence for each text and pattern in a file that contains a screen path. */
function addressesIn({ path, text }: Source): string[] {
  if (!beginnings.some((beginning) => text.replaceAll('\\/', '/').includes(beginning))) return []
  const addresses: string[] = []
  const collect = (value: string) => {
    if (address.test(value))
      addresses.push(
        `${path} contains "${value.trim().slice(0, 80)}": screen paths are defined in contract/src/screens.ts.`,
      )
  }
  new Visitor({
    Literal: (literal) => {
      if (typeof literal.value === 'string') collect(literal.value)
      if ('regex' in literal) collect(literal.regex.pattern.replaceAll('\\/', '/').replace(/^\^/, ''))
    },
    TemplateElement: ({ value }) => collect(value.cooked ?? value.raw),
  }).visit(parseSync(path, text).program)
  return addresses
}

const itself = 'contract/src/screens.ts'

it('screen paths are defined in one place', () => {
  // Without the widget: it must stay a few kB on foreign pages, and only uses the matching page.
  const sources = readSources('matching/src', 'contract/src', 'server/src', 'web/src')
  expect(sources.filter(({ path }) => !isTest(path) && path !== itself).flatMap(addressesIn)).toEqual([])
})

it('finds a path in every notation', () => {
  const countAddresses = (text: string) => addressesIn({ path: 'server/src/x.ts', text }).length
  const hole = '$' + '{x}'
  expect(countAddresses("const a = '/portal/donations'")).toBe(1)
  expect(countAddresses(`const b = \`${hole}/portal?x=1\``)).toBe(1)
  expect(countAddresses(`const c = html\`<a href="/portal/faq?${hole}">\``)).toBe(1)
  expect(countAddresses('const d = /^\\/donor-match-update\\/(\\d+)$/')).toBe(1)
  expect(countAddresses("// '/portal/'\nconst e = '/api/portal'; const f = 'https://portal.example.org'")).toBe(0)
})
