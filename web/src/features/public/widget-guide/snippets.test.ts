import { expect, it } from 'vitest'
import { placementNames, placements, snippetOf } from './snippets.ts'

const codeOf = (name: (typeof placementNames)[number]) => {
  const placement = placements.find((known) => known.name === name)
  return placement ? snippetOf(placement, 'https://twofold.example', 17) : ''
}

it('has five placements, each with one script tag that contains the organization', () => {
  expect(placements.map(({ name }) => name)).toEqual([...placementNames])
  for (const name of placementNames) {
    const code = codeOf(name)
    expect(code.match(/<script src="https:\/\/twofold\.example\/widget\.js" async/g)).toHaveLength(1)
    expect(code).toContain(`data-twofold="${name}"`)
    expect(code).toContain('data-organization="17"')
    expect(code.trim().length).toBe(code.length)
  }
})

it('places the script inside the form whose hidden field it fills', () => {
  expect(codeOf('field')).toMatch(/^<form[\s\S]*<script[\s\S]*<\/script>[\s\S]*<\/form>$/)
})

it('escapes all values', () => {
  const [placement] = placements
  expect(placement && snippetOf(placement, 'https://x.example', '"><img>')).toContain('"&quot;&gt;&lt;img&gt;"')
})
