import { changeReview } from '../email/mails.ts'
import { route } from '../shared/route.ts'
import { companyForm, directoryCompany } from './directory-company.ts'
import { companyPath, reviewRate } from './directory-fields.ts'
import { policyForm } from './directory-policy.ts'

export * from './directory-changes.ts'
export { type CompanyForm, companyForm, type DirectoryCompany } from './directory-company.ts'
export { fieldKinds, uniqueWords } from './directory-fields.ts'
export * from './directory-merges.ts'
export * from './directory-messages.ts'
export * from './directory-platforms.ts'
export { type PolicyForm, type PolicyTerms, type PolicyVersion, policyForm, policyTerms } from './directory-policy.ts'

export const getDirectoryCompany = route('GET', '/api/directory/company/{companyId}', {
  name: 'getDirectoryCompany',
  summary: 'A company of the directory with its names, domains, policy versions and changes',
  access: 'super',
  params: companyPath,
  response: directoryCompany,
})

export const saveDirectoryCompany = route('POST', '/api/directory/company', {
  name: 'saveDirectoryCompany',
  summary: 'Create or update a company in the directory; open matches are reevaluated',
  access: 'super',
  body: companyForm,
  response: directoryCompany,
})

export const reviewDirectoryCompany = route('POST', '/api/directory/company/review', {
  name: 'reviewDirectoryCompany',
  summary: 'Preview the effect of saving a company on open matches and emails; changes nothing',
  access: 'super',
  changes: false,
  body: companyForm,
  response: changeReview,
  rate: reviewRate,
})

export const saveDirectoryPolicy = route('POST', '/api/directory/company/{companyId}/policy', {
  name: 'saveDirectoryPolicy',
  summary: 'Add a version of a company’s policy; open matches of all organizations are reevaluated',
  access: 'super',
  params: companyPath,
  body: policyForm,
  response: directoryCompany,
})

export const reviewDirectoryPolicy = route('POST', '/api/directory/company/{companyId}/policy/review', {
  name: 'reviewDirectoryPolicy',
  summary: 'Preview the effect of a policy version on open matches and emails; changes nothing',
  access: 'super',
  changes: false,
  params: companyPath,
  body: policyForm,
  response: changeReview,
  rate: reviewRate,
})
