import type { Frame, Page } from '@playwright/test'
import axeCore, { type RunOptions } from 'axe-core'
import { expect } from './product.ts'

/** Loading axe takes as long as checking a small screen. */
async function loadOnce(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(`${axeCore.source}; 0`)
}

// Content behind an open dialog is checked separately. The two slowest rules, contrast and target size, skip it.
const inReach = `*:not(body > [aria-hidden="true"] *)`

const rulesOf: Readonly<Record<'wcag' | 'colours' | 'all', RunOptions>> = {
  wcag: { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  colours: { runOnly: { type: 'rule', values: ['color-contrast'] } },
  all: {},
}

/**
 * WCAG 2.2 AA; `suffix` labels the check in a failure. `colours` checks contrast only, the one rule that depends on the
 * color scheme. `all` runs every rule.
 */
export async function expectAccessible(
  page: Page,
  suffix = '',
  rules: 'wcag' | 'colours' | 'all' = 'wcag',
): Promise<void> {
  // A frame that navigates away needs no check.
  await Promise.all(page.frames().map((frame) => loadOnce(frame).catch(() => {})))
  const found = await page.evaluate(
    async ({ options, selector }) => {
      const { axe } = window as unknown as { axe: typeof axeCore }
      axe.configure({ rules: ['color-contrast', 'target-size'].map((id) => ({ id, selector })) })
      const { violations } = await axe.run(document, { ...options, resultTypes: ['violations'] })
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)
    },
    { options: rulesOf[rules], selector: inReach },
  )
  expect(found, suffix).toEqual([])
}
