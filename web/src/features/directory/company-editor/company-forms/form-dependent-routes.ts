import { companyForms, directory } from '@twofold/contract'

export const formDependentRoutes = [
  companyForms.getCompanyForm,
  companyForms.showCompanyForm,
  directory.getDirectoryCompany,
  directory.listDirectoryChanges,
] as const
