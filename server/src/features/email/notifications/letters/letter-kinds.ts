import { z } from 'zod'
import type { Db } from '../../../../platform/database/database.ts'
import { oneLine } from '../../../../platform/mail/plain-words.ts'
import type { Attachment } from '../../../../platform/mail/transport.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import type { LetterAbout, LetterName } from '../../../core/texts/index.ts'

/** A letter that is due, as its kind sees it right before it is sent. */
export type DueLetter<Parameters> = {
  readonly platform: Platform
  readonly db: Db
  readonly now: Date
  readonly recipient: string
  readonly parameters: Parameters
  /** What its reader reads: days and money are written as it does. */
  readonly locale: string
}

/** What goes into the words of the catalogue. */
export type Said<Name extends LetterName> = {
  readonly about: LetterAbout[Name]
  /** Behind the button, from the product's own address on. */
  readonly path?: string
  /** Of the page that ends mails of this kind, from the product's own address on. */
  readonly stopPath?: string
  readonly code?: string
  readonly replyTo?: string
  readonly attachment?: Attachment
}

/** One kind of letter to somebody who works with the product or writes to it. Its words stand in the catalogue under its name. */
export type LetterKind<Name extends LetterName, Parameters extends z.ZodType = z.ZodType> = {
  /** When it goes out, for whoever looks for what the product mails. */
  readonly when: string
  /** It goes to a donor, who hears from the organization that it is about and not from the product. */
  readonly isToDonor?: true
  /** What its row keeps: never a secret. */
  readonly parameters: Parameters
  /** Looks once more whether somebody wants it, and makes what its link needs. Null: nobody does any more. */
  prepare(due: DueLetter<z.output<Parameters>>): Promise<Said<Name> | null> | Said<Name> | null
}

/** Every letter of the product, put together from the rooms that know when. */
export type LetterKinds = { readonly [Name in LetterName]: LetterKind<Name> }

export const letterKind = <Name extends LetterName, Parameters extends z.ZodType>(
  _name: Name,
  kind: LetterKind<Name, Parameters>,
): LetterKind<Name, Parameters> => kind

/** A name from outside, as a sentence of a letter bears it. */
export const asName = (text: string): string => oneLine(text, 120)

/**
 * Of a letter about one organization, whose link opens that one: its reader may belong to several. Without an id it was queued by
 * a version that did not say.
 */
export const organizationOfLetter = z.object({
  organizationId: z.number().optional(),
  organization: z.string().transform(asName),
})
