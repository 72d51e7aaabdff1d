/** Selects the wording for one gift or for the several gifts of a match, in a message over `has_several`. */
export const gifts = (one: string, several: string): string => `{has_several, select, yes {${several}} other {${one}}}`
