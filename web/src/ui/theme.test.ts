import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('./theme.css', import.meta.url), 'utf8')

function tokensOf(selector: string): (name: string) => string {
  const block = css.slice(css.indexOf(`\n${selector} {`)).split('\n}')[0] ?? ''
  const tokens = new Map([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]))
  return (name) => tokens.get(name) ?? `missing ${name}`
}

/** WCAG 2.2: relative luminance. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const families = ['awaiting', 'verify', 'submitted', 'silent', 'closed', 'problem', 'review']
const grounds = ['paper', 'surface', 'sunken', 'raised']

const texts: (readonly [string, string])[] = [
  ...grounds.flatMap((background) =>
    ['ink', 'muted', 'brand-text', 'danger-text'].map((text) => [text, background] as const),
  ),
  ...families.flatMap((name) => [`${name}-soft`, 'surface'].map((background) => [`${name}-text`, background] as const)),
  ['on-brand', 'brand'],
  ['on-brand', 'brand-strong'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-strong'],
  ['brand-text', 'brand-soft'],
  ['on-poster', 'poster'],
]
const edges = grounds.flatMap((background) => ['edge', 'focus', 'brand'].map((edge) => [edge, background] as const))

describe.each([
  ['light', ':root'],
  ['dark', '[data-theme="dark"]'],
])('the %s theme', (_, selector) => {
  const token = tokensOf(selector)
  it.each(texts)('makes %s readable on %s (4.5)', (text, background) => {
    expect(contrast(token(text), token(background))).toBeGreaterThanOrEqual(4.5)
  })
  it.each(edges)('makes %s visible on %s (3)', (edge, background) => {
    expect(contrast(token(edge), token(background))).toBeGreaterThanOrEqual(3)
  })
})
