/** What is said of one gift, and what of the several that a match stands for, in a message over `has_several`. */
export const gifts = (one: string, several: string): string => `{has_several, select, yes {${several}} other {${one}}}`
