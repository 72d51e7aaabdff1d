import type { Level, MoveActor } from '@twofold/matching'

/** The originator of a change: the product, a donor, an upload on behalf of a user, or a user with their level. */
export type Actor =
  | { readonly kind: 'system' | 'donor' | 'import'; readonly userId: number | null }
  | { readonly kind: 'user'; readonly userId: number | null; readonly level: Level }

/** Returns the actor's role in the table of moves. */
export const moverOf = (actor: Actor): MoveActor => (actor.kind === 'user' ? actor.level : actor.kind)
