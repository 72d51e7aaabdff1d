/** For a message over `has_several`. */
export const gifts = (one: string, several: string): string => `{has_several, select, yes {${several}} other {${one}}}`
