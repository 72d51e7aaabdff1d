/** Returns Node options for every program of the product. */
export function nodeOptions(): string[]
/** Memory settings of the C library. */
export const memoryEnvironment: Readonly<Record<string, string>>
/** Returns the environment of a server. */
export function serverEnvironment(): NodeJS.ProcessEnv
