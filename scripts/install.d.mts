/** What Node is given before every program of the product. */
export function nodeOptions(): string[]
/** What the C library is told about memory. */
export const memoryEnvironment: Readonly<Record<string, string>>
/** The environment of a server. */
export function serverEnvironment(): NodeJS.ProcessEnv
