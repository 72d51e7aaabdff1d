import { directory } from '@twofold/contract'
import { linesOf, oneOf, textOf } from './lines.ts'

type Company = directory.DirectoryCompany

export type Values = {
  readonly name: string
  readonly website: string
  readonly country: string
  readonly industry: string
  readonly time_zone: string
  readonly parent_id: number | null
  readonly aliases: string
  readonly email_domains: string
  readonly category_ids: readonly number[]
  readonly csr_platform: string
  readonly verification: string
  readonly match_method: string
}

export const startOf = (company: Company | null, name: string): Values => ({
  name: company?.company.name ?? name,
  website: company?.company.website ?? '',
  country: company?.company.country ?? 'US',
  industry: company?.company.industry ?? '',
  time_zone: company?.company.time_zone ?? 'America/New_York',
  parent_id: company?.company.parent_id ?? null,
  aliases: textOf(company?.company.aliases ?? []),
  email_domains: textOf(company?.company.email_domains ?? []),
  category_ids: company?.company.category_ids ?? [],
  csr_platform: company?.company.csr_platform ?? '',
  verification: company?.company.verification ?? '',
  match_method: company?.company.match_method ?? '',
})

export const bodyOf = (values: Values, id: number | undefined) => ({
  ...(id === undefined ? {} : { company_id: id }),
  name: values.name,
  website: values.website,
  country: values.country,
  industry: values.industry,
  time_zone: values.time_zone,
  parent_id: values.parent_id,
  aliases: linesOf(values.aliases),
  email_domains: linesOf(values.email_domains),
  category_ids: [...values.category_ids],
  csr_platform: values.csr_platform || null,
  verification: oneOf(directory.verifications, values.verification),
  match_method: oneOf(directory.matchMethods, values.match_method),
})
