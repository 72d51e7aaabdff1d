import type { ScreenPath } from '@twofold/contract'
import type { ComponentType } from 'react'

type LazyRoute = {
  readonly path: ScreenPath
  readonly load: () => Promise<{ readonly default: ComponentType }>
}

/**
 * `entrance` loads little code (decision 24), `public` needs no session, and `portal` needs one. `organization` also
 * needs a current organization.
 */
export type ScreenRoute = LazyRoute &
  (
    | { readonly frame: 'entrance' | 'portal' }
    /** `asks`: the screen calls the API. Pages of plain text load less. */
    | { readonly frame: 'public'; readonly asks?: true }
    | {
        readonly frame: 'organization'
        readonly title: string
        /** The spec's text without an organization. */
        readonly missing?: string
      }
  )
