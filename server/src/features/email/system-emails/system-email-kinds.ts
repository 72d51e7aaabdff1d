import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { oneLine } from '../../../platform/mail/address-text.ts'
import type { Attachment } from '../../../platform/mail/transport.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { SystemEmailFacts, SystemEmailName } from '../../core/texts/index.ts'

export type DueSystemEmail<Parameters> = {
  readonly platform: Platform
  readonly db: Db
  readonly now: Date
  readonly recipient: string
  readonly parameters: Parameters
  readonly locale: string
}

export type SystemEmailContent<Name extends SystemEmailName> = {
  readonly about: SystemEmailFacts[Name]
  readonly path?: string
  readonly stopPath?: string
  readonly code?: string
  readonly replyTo?: string
  readonly attachment?: Attachment
}

/** Its text is in the catalog under its name. */
export type SystemEmailKind<Name extends SystemEmailName, Parameters extends z.ZodType = z.ZodType> = {
  readonly when: string
  /** The organization is the sender instead of the product. */
  readonly isToDonor?: true
  /** Never a secret. */
  readonly parameters: Parameters
  /** Creates what its link needs. Null: the email is no longer wanted. */
  prepare(
    due: DueSystemEmail<z.output<Parameters>>,
  ): Promise<SystemEmailContent<Name> | null> | SystemEmailContent<Name> | null
}

export type SystemEmailKinds = { readonly [Name in SystemEmailName]: SystemEmailKind<Name> }

export const systemEmailKind = <Name extends SystemEmailName, Parameters extends z.ZodType>(
  _name: Name,
  kind: SystemEmailKind<Name, Parameters>,
): SystemEmailKind<Name, Parameters> => kind

export const sanitizeName = (text: string): string => oneLine(text, 120)

/** A reader may belong to several organizations, so the link opens this one. Older emails have no id. */
export const organizationParameters = z.object({
  organizationId: z.number().optional(),
  organization: z.string().transform(sanitizeName),
})
