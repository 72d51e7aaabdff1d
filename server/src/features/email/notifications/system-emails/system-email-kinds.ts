import { z } from 'zod'
import type { Db } from '../../../../platform/database/database.ts'
import { oneLine } from '../../../../platform/mail/address-text.ts'
import type { Attachment } from '../../../../platform/mail/transport.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import type { SystemEmailFacts, SystemEmailName } from '../../../core/texts/index.ts'

/** A due letter, passed to its kind right before sending. */
export type DueSystemEmail<Parameters> = {
  readonly platform: Platform
  readonly db: Db
  readonly now: Date
  readonly recipient: string
  readonly parameters: Parameters
  /** The reader's locale for days and money. */
  readonly locale: string
}

/** Values for the letter's text in the catalog. */
export type SystemEmailContent<Name extends SystemEmailName> = {
  readonly about: SystemEmailFacts[Name]
  /** Target of the button, relative to the product's URL. */
  readonly path?: string
  /** Unsubscribe page for this kind of letter, relative to the product's URL. */
  readonly stopPath?: string
  readonly code?: string
  readonly replyTo?: string
  readonly attachment?: Attachment
}

/** A kind of letter to a product user or a person who contacts us. Its text is in the catalog under its name. */
export type SystemEmailKind<Name extends SystemEmailName, Parameters extends z.ZodType = z.ZodType> = {
  /** When the letter is sent, as documentation. */
  readonly when: string
  /** It goes to a donor, with the organization as sender instead of the product. */
  readonly isToDonor?: true
  /** Stored parameters, never a secret. */
  readonly parameters: Parameters
  /** Checks again whether the letter is still wanted and creates what its link needs. Null: it is not wanted. */
  prepare(
    due: DueSystemEmail<z.output<Parameters>>,
  ): Promise<SystemEmailContent<Name> | null> | SystemEmailContent<Name> | null
}

/** All letters of the product, combined from the features that trigger them. */
export type SystemEmailKinds = { readonly [Name in SystemEmailName]: SystemEmailKind<Name> }

export const systemEmailKind = <Name extends SystemEmailName, Parameters extends z.ZodType>(
  _name: Name,
  kind: SystemEmailKind<Name, Parameters>,
): SystemEmailKind<Name, Parameters> => kind

/** Formats a name from outside for a sentence. */
export const sanitizeName = (text: string): string => oneLine(text, 120)

/**
 * Parameters of a letter about one organization, whose link opens it, because its reader may belong to several. Letters
 * queued by an earlier version have no ID.
 */
export const organizationParameters = z.object({
  organizationId: z.number().optional(),
  organization: z.string().transform(sanitizeName),
})
