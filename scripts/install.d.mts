/** What Node is given before every program of the product. */
export function nodeOptions(): string[]
/** The environment of a server. */
export function serverEnvironment(): NodeJS.ProcessEnv
