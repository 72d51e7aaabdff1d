/** A name or another text of somebody's own within our quotation marks; its own ones become those of a quotation within a quotation. */
export const quoted = (text: string): string => `“${text.replaceAll('“', '‘').replaceAll('”', '’')}”`
