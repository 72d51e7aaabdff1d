import type { Frame, Page } from '@playwright/test'
import axeCore, { type RunOptions } from 'axe-core'
import { expect } from './product.ts'

/** It takes as long to load as to look at a small screen, and half as long to be sent: once for each page, not once for each look. */
async function loadOnce(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(`${axeCore.source}; 0`)
}

// What an open dialog covers is out of reach, and is looked at under its own name; its colours and sizes, the two rules that
// take most of the time, need no second look.
const inReach = `*:not(body > [aria-hidden="true"] *)`

const rulesOf: Readonly<Record<'wcag' | 'colours' | 'all', RunOptions>> = {
  wcag: { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  colours: { runOnly: { type: 'rule', values: ['color-contrast'] } },
  all: {},
}

/**
 * What axe finds against WCAG 2.2 AA; `how` names the look in a failure. `colours` looks at contrast alone: the only rule whose
 * answer another colour scheme can change. `all` is every rule that axe has.
 */
export async function expectNoBarriers(
  page: Page,
  how = '',
  rules: 'wcag' | 'colours' | 'all' = 'wcag',
): Promise<void> {
  // a frame that is left at this moment has nothing to be looked at any more
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
  expect(found, how).toEqual([])
}
