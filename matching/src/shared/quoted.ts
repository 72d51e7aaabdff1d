/** Returns the text in quotation marks; those inside it become single ones. */
export const quoted = (text: string): string => `“${text.replaceAll('“', '‘').replaceAll('”', '’')}”`

/** Returns the text quoted in French (with a space) or Spanish style. */
export const inGuillemets = (text: string, space = ''): string =>
  `«${space}${text.replaceAll(/«\s?/g, '“').replaceAll(/\s?»/g, '”')}${space}»`

const list = new Intl.ListFormat('en-US')

/** Returns the different texts as an English list, such as 'executives and board members'. */
export const listOf = (texts: readonly string[]): string => list.format(new Set(texts))
