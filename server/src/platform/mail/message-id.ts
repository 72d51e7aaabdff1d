import { randomUUID } from 'node:crypto'

/**
 * Returns the Message-ID of a new email. It is stored with the email, so that a second delivery can be recognized as
 * the same email.
 */
export const newMessageId = (): string => `${randomUUID()}@mail.twofold.example`
