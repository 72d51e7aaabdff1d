import { z } from 'zod'

/** Nothing of it shows: spaces, and characters that are drawn as nothing, such as U+200B or the Hangul fillers. */
const unseen = /^[\s\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Z}\u2800]+$/u

/** Whether anybody can see something of a text that is not empty; an empty one is somebody else's question. */
export const isSeen = (text: string): boolean => !unseen.test(text)

/** A name, or another text that may not be missing: what nobody can see is missing, too. */
export const filled = (missing: string) => z.string(missing).trim().min(1, missing).refine(isSeen, missing)

/** Text that email programs turn into a link, also with the dots of other scripts. A single letter before a dot is an initial: J.Smith. */
const webAddress =
  /:\/\/|www[.。．｡]|[\p{L}\p{N}-]{2}[.。．｡]\p{L}{2}|[.。．｡](?:com|org|net|io|co|me|ly|gl|link|info|biz|app|dev|xyz)(?![\p{L}\p{N}])|\d[.。．｡]\d{1,3}[.。．｡]\d{1,3}[.。．｡]\d/iu

export const nameAlone = 'Use the name alone, without a web address. Put a space after a period.'

/** For the names of people and organizations, which emails to others contain. */
export const isNameAlone = (name: string): boolean => !webAddress.test(name)
