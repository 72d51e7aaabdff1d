/** What Node is given before every program of the product. */
export function nodeOptions(): string[]
