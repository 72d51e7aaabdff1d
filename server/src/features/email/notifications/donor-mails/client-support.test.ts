import { readFileSync } from 'node:fs'
import { templates } from '@twofold/contract'
import { Parser } from 'htmlparser2'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { fillMail } from '../../../../platform/mail/layout/fill-layout.ts'
import { languages, mailedStatusIds, type TemplateStatusId } from '../../../core/texts/index.ts'
import { knownFacts, mailLinks as links } from '../match-facts.testing.ts'
import { donorMailKinds, type TemplateMailName } from './donor-mail-kinds.ts'
import { renderMail } from './render-mail.ts'

/** Partial support counts as support. */

const support = z
  .object({
    programs: z.array(z.string()),
    features: z.record(z.string(), z.object({ no: z.array(z.int()), partly: z.array(z.int()) })),
  })
  .parse(JSON.parse(readFileSync(new URL('./client-support.json', import.meta.url), 'utf8')))

/** The consequence of missing support. Every unsupported feature must be listed. */
const withoutIt: Readonly<Record<string, string>> = {
  'css-border-radius': 'Corners are square.',
  'css-cursor': 'It is the ordinary pointer that is named.',
  'css-display-none': 'The preheader is also white and one pixel high.',
  'css-height': 'Pictures have their height as an attribute as well.',
  'css-max-height': 'The same line: it is hidden by `display: none` as well.',
  'css-opacity': 'The same line.',
  'css-overflow': 'The same line; and of the sheet, whose corners are square then.',
  'css-table-layout': '`auto` is what tables have anyway.',
  'css-text-decoration': 'Links are underlined by the program itself.',
  'css-word-break': 'A long word makes its table wider.',
  'css-word-spacing': '`normal` is what text has anyway.',
  'html-body': 'The sheet’s own element repeats its color.',
  'html-aria-label': 'The heading has the same text.',
  'html-role': 'Read aloud, tables are called tables.',
  'html-target': 'Where a link opens is the program’s choice.',
  'html-style': 'All required styles are inline; only dark colors and the margins of narrow screens are lost.',
}

/** Features older than the test data or specific to one program. */
const notTested = /^(css-(color|font-family)|css-(-ms|-webkit|mso)-.*|html-(html|head|title|a|tr|td|tbody|br))$/

/** Longhand properties have the support of their shorthand. */
const combinedMatches = ['padding', 'margin', 'border', 'background'] as const
function featureOf(property: string): string {
  const isOwn = Object.hasOwn(support.features, `css-${property}`)
  const whole = combinedMatches.find((name) => property.startsWith(`${name}-`))
  return `css-${isOwn || !whole ? property : whole}`
}

const elements: Readonly<Record<string, string>> = { h1: 'html-h1-h6', h2: 'html-h1-h6' }
const tested = ['align', 'valign', 'width', 'height', 'cellpadding', 'cellspacing', 'background', 'dir', 'lang', 'role']

type Source = { readonly features: Set<string>; styleBlocks: string; readonly bare: string[] }

/** A program may drop style blocks completely. */
function sourceOf(html: string): Source {
  const source: Source = { features: new Set(), styleBlocks: '', bare: [] }
  let isStyle = false
  const parser = new Parser({
    onopentag: (name, attributes) => {
      isStyle = name === 'style'
      if (name === 'meta') return
      source.features.add(elements[name] ?? `html-${name}`)
      for (const attribute of Object.keys(attributes)) {
        if (tested.includes(attribute) || attribute === 'target') source.features.add(`html-${attribute}`)
        if (attribute === 'aria-label') source.features.add('html-aria-label')
      }
      for (const declaration of (attributes['style'] ?? '').split(';')) {
        const [property = '', value = ''] = declaration.split(':').map((part) => part.trim())
        if (property === '') continue
        source.features.add(featureOf(property))
        if (property === 'display') source.features.add(displayOf(value))
      }
      if (name === 'img' && !(attributes['width'] && attributes['height'] && attributes['alt'] !== undefined))
        source.bare.push(attributes['src'] ?? '')
    },
    ontext: (text) => {
      if (isStyle) source.styleBlocks += text
    },
    onclosetag: (name) => {
      if (name === 'style') isStyle = false
    },
  })
  parser.end(html)
  return source
}

const displayOf = (value: string): string =>
  ['none', 'flex', 'grid'].includes(value) ? `css-display-${value}` : 'css-display'

const logo = { url: 'https://twofold.test/logo.png', width: 90, height: 40 }
const own = { salutation: 'Thank you,\n{receiving_org_logo}' }

type Kind = readonly [name: TemplateMailName, statusIds: readonly TemplateStatusId[]]
const reminded = templates.templatesWithReminders.filter((id) => id === 6 || id === 7 || id === 8 || id === 25)
const kinds: readonly Kind[] = [
  ['initial', mailedStatusIds],
  ['reminder_1', [...reminded, 24]],
  ['reminder_2', reminded],
  ['deadline', [7]],
  ['thank_you', [1]],
]

const letters: readonly (readonly [string, string])[] = [
  ...Object.values(languages).flatMap(({ locale }) =>
    kinds.flatMap(([name, statusIds]) =>
      statusIds.map((statusId) => {
        const facts = {
          ...knownFacts,
          donor: { ...knownFacts.donor, language: locale },
          organization: { ...knownFacts.organization, language: locale },
        }
        const { html } = renderMail({ kind: donorMailKinds[name], statusId, facts, links, logo, own })
        return [`${name} ${statusId} ${locale}`, html] as const
      }),
    ),
  ),
  [
    'every part',
    fillMail({
      ...{ header: 'Hello', preheader: 'Hello', brand_mark: 'https://x.test/a.png', brand_name: 'Twofold' },
      ...{
        code: '123456',
        code_label: 'Code',
        act_url: 'https://x.test',
        act_label: 'Go',
        note: 'Note',
        small: 'Small',
      },
      ...{ news: '<tr><td>News</td></tr>', pixel_url: 'https://x.test/p.png' },
    }),
  ],
]

test('every common mail program supports each feature of the letters or has an acceptable fallback', () => {
  const used = new Set<string>()
  const problems = new Map<string, string>()
  for (const [letter, html] of letters) {
    const { features, bare } = sourceOf(html)
    if (bare.length > 0) problems.set(`pictures without size or words: ${bare.join(', ')}`, letter)
    for (const feature of features) {
      used.add(feature)
      if (notTested.test(feature) || withoutIt[feature] !== undefined) continue
      const known = support.features[feature]
      if (!known) problems.set(`nobody has tested ${feature}`, letter)
      else if (known.no.length > 0) {
        problems.set(`${feature} is left out by ${known.no.map((at) => support.programs[at]).join(', ')}`, letter)
      }
    }
  }
  expect([...problems]).toEqual([])
  const idle = Object.keys(withoutIt).filter(
    (feature) => !used.has(feature) || (support.features[feature]?.no.length ?? 0) === 0,
  )
  expect(idle).toEqual([])
  expect(letters.length).toBe(3 * (mailedStatusIds.length + 5 + 4 + 1 + 1) + 1)
})

test('style blocks contain nothing that makes Gmail drop them, and no letter is cut off', () => {
  for (const [letter, html] of letters) {
    const { styleBlocks } = sourceOf(html)
    expect([letter, styleBlocks.length < 8_192, /url\(|@import|@charset/.test(styleBlocks)]).toEqual([
      letter,
      true,
      false,
    ])
    expect([letter, Buffer.byteLength(html) < 102_000]).toEqual([letter, true])
  }
})
