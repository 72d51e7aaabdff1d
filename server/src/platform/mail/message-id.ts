import { randomUUID } from 'node:crypto'

/** The Message-ID of a new mail: kept with it, so that sending it once more is the same mail to who receives both. */
export const newMessageId = (): string => `${randomUUID()}@mail.twofold.example`
