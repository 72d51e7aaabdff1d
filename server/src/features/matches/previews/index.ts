/** The effects of a change on matches and emails, computed in a transaction that is rolled back. */

export {
  previewAcrossOrganizations,
  previewDirectoryChange,
  previewInTransaction,
  previewLimits,
} from './preview-across-organizations.ts'
