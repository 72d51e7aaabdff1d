/** Returns the text in quotation marks; those inside it become single ones. */
export const quoted = (text: string): string => `“${text.replaceAll('“', '‘').replaceAll('”', '’')}”`

/** Returns the text quoted in French (with a space) or Spanish style. */
export const inGuillemets = (text: string, space = ''): string =>
  `«${space}${text.replaceAll(/«\s?/g, '“').replaceAll(/\s?»/g, '”')}${space}»`
