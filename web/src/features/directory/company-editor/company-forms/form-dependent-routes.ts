import { companyForms, directory } from '@twofold/contract'

/** Queries that a created, deleted, or changed form invalidates. */
export const formDependentRoutes = [
  companyForms.getCompanyForm,
  companyForms.showCompanyForm,
  directory.getDirectoryCompany,
  directory.listDirectoryChanges,
] as const
