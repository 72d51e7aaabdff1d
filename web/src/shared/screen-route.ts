import type { ScreenPath } from '@twofold/contract'
import type { ComponentType } from 'react'

type Loaded = {
  readonly path: ScreenPath
  /** The screen is a separate chunk, loaded on demand. */
  readonly load: () => Promise<{ readonly default: ComponentType }>
}

/**
 * A screen's route; the portal's router consists of these. `entrance` has no frame and loads little code (decision 24),
 * `public` needs no session, and `portal` needs one. `organization` also needs a current organization and shows its
 * `title` while there is none.
 */
export type ScreenRoute = Loaded &
  (
    | { readonly frame: 'entrance' | 'portal' }
    /** `asks`: it uses `useAnswer` or `useAction`. Pages of plain text load less. */
    | { readonly frame: 'public'; readonly asks?: true }
    | {
        readonly frame: 'organization'
        readonly title: string
        /** The spec's text for this screen when no organization is selected. */
        readonly missing?: string
      }
  )
