/** The preview uses the same code, and a test runs it on another origin. */

export const placementNames = ['field', 'button', 'thanks', 'card', 'request'] as const
export type PlacementName = (typeof placementNames)[number]

export type Placement = {
  readonly name: PlacementName
  readonly title: string
  readonly text: string
  readonly attributes: Readonly<Record<string, string>>
  /** `{script}` marks the script's position. */
  readonly around: string
}

export const placements: readonly Placement[] = [
  {
    name: 'field',
    title: 'On a donation form',
    text: 'A search box in your own form. It adds two hidden fields, employer and employer_id, which our upload recognizes as company name and company ID. If our service is down, you still get what the donor typed.',
    attributes: { 'data-twofold': 'field', 'data-name': 'employer', 'data-amount-field': '#amount' },
    around: `<form action="/donate" method="post">
  <label for="amount">Amount</label>
  <input id="amount" name="amount" inputmode="decimal">
  {script}
  <button type="submit">Donate</button>
</form>`,
  },
  {
    name: 'button',
    title: 'A button',
    text: 'For menus, footers and articles. Opens a match request in a window on your page.',
    attributes: { 'data-twofold': 'button', 'data-text': 'Does my employer match?' },
    around: '{script}',
  },
  {
    name: 'thanks',
    title: 'A thank-you message',
    text: 'For the page after the gift. Donors pick their employer and see the steps right away. Let your donation tool fill in the amount and, if available, the transaction ID, name, email and date. If you upload the same gift later, we count it once.',
    attributes: {
      'data-twofold': 'thanks',
      'data-amount': '50',
      'data-transaction-id': '',
      'data-gift-date': '',
      'data-donor-name': '',
      'data-donor-email': '',
    },
    around: '{script}',
  },
  {
    name: 'card',
    title: 'A policy card',
    text: 'What an employer matches, with source and date. Set data-company to an employer’s ID to show one employer, for a page about its employees’ giving.',
    attributes: { 'data-twofold': 'card', 'data-amount': '100' },
    around: '{script}',
  },
  {
    name: 'request',
    title: 'A whole match request',
    text: 'Donors enter their gift and request the match, all on your page.',
    attributes: { 'data-twofold': 'request' },
    around: '{script}',
  },
]

export type Attributes = Readonly<Record<string, string>>

export const scriptAttributes = (
  placement: Placement,
  origin: string,
  organizationId: number | string,
): Attributes => ({
  src: `${origin}/widget.js`,
  'data-organization': String(organizationId),
  ...placement.attributes,
})

export function snippetOf(placement: Placement, origin: string, organizationId: number | string): string {
  const { src, ...data } = scriptAttributes(placement, origin, organizationId)
  const indent = /^( *)\{script\}$/m.exec(placement.around)?.[1] ?? ''
  const lines = Object.entries(data).map(([name, value]) => `${indent}  ${name}="${escaped(value)}"`)
  return placement.around.replace(
    '{script}',
    () => `<script src="${escaped(src ?? '')}" async\n${lines.join('\n')}></script>`,
  )
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
