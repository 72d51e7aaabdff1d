import { z } from 'zod'
import { type Db, grantTenant, inTenant } from '../../../platform/database/database.ts'
import { type Html, html } from '../../../platform/http/plain-page.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { isLanguage, type Language, languages } from '../../core/texts/index.ts'
import { setDonorLanguage } from '../../donations/donors/index.ts'
import type { LinkedMatch } from './open-link.ts'
import type { Translate } from './page-texts.ts'

const codes = Object.keys(languages).filter(isLanguage)

export const languageForm = z.object({ press: z.literal('language'), language: z.enum(codes) })

/** The choice also applies to emails. */
export const languageChoice = (action: string, translate: Translate, current: Language): Html =>
  html`<form method="post" action="${action}" class="buttons" aria-label="${translate('language')}"><input type="hidden" name="press" value="language">
${codes.map((code) => {
  const { name, locale } = languages[code]
  const isCurrent = locale === current.locale
  return html`<button class="copy quiet" name="language" value="${code}" lang="${locale}"${isCurrent ? html` aria-current="true"` : null}>${name}</button>`
})}</form>`

export const chooseLanguage = (platform: Platform, donor: LinkedMatch, language: string): Promise<void> => {
  const { organizationId, parentId } = donor
  const family = parentId === null ? [organizationId] : [organizationId, parentId]
  return inTenant(platform.database, grantTenant(organizationId, family), (db: Db) =>
    setDonorLanguage(db, donor, { language, now: platform.clock() }),
  )
}
