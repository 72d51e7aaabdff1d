import type { Level, MoveActor } from '@twofold/matching'

/** An upload acts on behalf of its user. */
export type Actor =
  | { readonly kind: 'system' | 'donor' | 'import'; readonly userId: number | null }
  | { readonly kind: 'user'; readonly userId: number | null; readonly level: Level }

export const moveActorOf = (actor: Actor): MoveActor => (actor.kind === 'user' ? actor.level : actor.kind)
