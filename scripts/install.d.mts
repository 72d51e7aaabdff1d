export function nodeOptions(): string[]
/** Memory settings of the C library. */
export const memoryEnvironment: Readonly<Record<string, string>>
export function serverEnvironment(): NodeJS.ProcessEnv
