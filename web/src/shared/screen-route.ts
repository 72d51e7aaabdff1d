import type { ScreenPath } from '@twofold/contract'
import type { ComponentType } from 'react'

type Loaded = {
  readonly path: ScreenPath
  /** The screen is a chunk of its own, fetched when somebody goes there. */
  readonly load: () => Promise<{ readonly default: ComponentType }>
}

/**
 * A screen as its room's door names it; the portal's router is made of these. `entrance` has no frame and loads small (decision
 * 15), `public` is for anybody, `portal` for who is signed in, `organization` for who works in one as well: its `title` stands
 * there while none is chosen.
 */
export type ScreenRoute = Loaded &
  (
    | { readonly frame: 'entrance' | 'portal' }
    /** `asks`: it uses `useAnswer` or `useAction`. Pages of text load less. */
    | { readonly frame: 'public'; readonly asks?: true }
    | {
        readonly frame: 'organization'
        readonly title: string
        /** The spec's sentence for this screen when no organization is selected. */
        readonly missing?: string
      }
  )
