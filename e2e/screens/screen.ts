import type { Page } from '@playwright/test'
import type { ScreenPath } from '@twofold/contract'

export type Screen = {
  readonly name: string
  readonly at?: ScreenPath
  readonly open: (page: Page) => Promise<void>
}

export const writer = 'writer@riverbend.example'
export const admin = 'admin@riverbend.example'
/** Has access to every organization. */
export const superUser = 'super@twofold.example'
