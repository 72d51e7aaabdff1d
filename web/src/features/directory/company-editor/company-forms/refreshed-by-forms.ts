import { companyForms, directory } from '@twofold/contract'

/** What a form that came, went or changed makes old. */
export const refreshedByForms = [
  companyForms.getCompanyForm,
  companyForms.showCompanyForm,
  directory.getDirectoryCompany,
  directory.listDirectoryChanges,
] as const
