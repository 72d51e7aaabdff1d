import { randomUUID } from 'node:crypto'

/** Returns a Message-ID, which is stored so that a repeated delivery can be recognized. */
export const newMessageId = (): string => `${randomUUID()}@mail.twofold.example`
