import { z } from 'zod'

/** Nothing of it shows: spaces, and characters that are drawn as nothing, such as U+200B or the Hangul fillers. */
const unseen = /^[\s\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Z}\u2800]+$/u

/** Whether anybody can see something of a text that is not empty; an empty one is somebody else's question. */
export const isSeen = (text: string): boolean => !unseen.test(text)

/** A name, or another text that may not be missing: what nobody can see is missing, too. */
export const filled = (missing: string) => z.string(missing).trim().min(1, missing).refine(isSeen, missing)
