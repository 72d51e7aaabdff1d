import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './product.ts'

/**
 * What axe finds against WCAG 2.2 AA; `how` names the look in a failure. `colours` looks at contrast alone: the only rule whose
 * answer another colour scheme can change. `all` is every rule that axe has.
 */
export async function expectNoBarriers(
  page: Page,
  how = '',
  rules: 'wcag' | 'colours' | 'all' = 'wcag',
): Promise<void> {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] })
  // Without frames of other origins nothing has to be put together in a page of its own, which takes as long as looking.
  axe.setLegacyMode()
  if (rules === 'colours') axe.withRules(['color-contrast'])
  if (rules === 'wcag') axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
  const { violations } = await axe.analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)
  expect(found, how).toEqual([])
}
