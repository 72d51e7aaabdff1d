/** A name or another text of somebody's own within our quotation marks; its own ones become those of a quotation within a quotation. */
export const quoted = (text: string): string => `“${text.replaceAll('“', '‘').replaceAll('”', '’')}”`

/** The same in French (with its space) and Spanish. */
export const inGuillemets = (text: string, space = ''): string =>
  `«${space}${text.replaceAll(/«\s?/g, '“').replaceAll(/\s?»/g, '”')}${space}»`
