import type { Level, Mover } from '@twofold/matching'

/** Who does something to a match: the product, a donor, an upload in somebody's name, or a person with their level. */
export type Actor =
  | { readonly kind: 'system' | 'donor' | 'import'; readonly userId: number | null }
  | { readonly kind: 'user'; readonly userId: number | null; readonly level: Level }

/** As the table of moves knows them. */
export const moverOf = (actor: Actor): Mover => (actor.kind === 'user' ? actor.level : actor.kind)
