import { z } from 'zod'

/** Matches invisible characters such as U+200B or the Hangul fillers. */
const unseen = /^[\s\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Z}\u2800]+$/u

/** Returns whether a text contains a visible character. Empty texts also pass; other checks handle them. */
export const hasVisibleText = (text: string): boolean => !unseen.test(text)

/** Returns the schema of a required text. Invisible text counts as missing. */
export const requiredText = (missing: string) =>
  z.string(missing).trim().min(1, missing).refine(hasVisibleText, missing)

/**
 * Email programs turn this into a link, including dots of other scripts. A single letter before a dot is an initial:
 * J.Smith.
 */
const webAddress =
  /:\/\/|www[.。．｡]|[\p{L}\p{N}-]{2}[.。．｡]\p{L}{2}|[.。．｡](?:com|org|net|io|co|me|ly|gl|link|info|biz|app|dev|xyz)(?![\p{L}\p{N}])|\d[.。．｡]\d{1,3}[.。．｡]\d{1,3}[.。．｡]\d/iu

export const nameWithoutUrlMessage = 'Use the name alone, without a web address. Put a space after a period.'

/** NFKC turns the marks into letters. */
const invisibleOrMark = /[\p{Default_Ignorable_Code_Point}\p{Cf}™℠]/gu

/** Returns whether a name is safe in emails to others. Lookalikes such as U+2024 count as the characters they resemble. */
export const hasNoUrl = (name: string): boolean => !webAddress.test(name.replace(invisibleOrMark, '').normalize('NFKC'))
