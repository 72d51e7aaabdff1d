/** What a change would do to matches and emails, computed in a transaction that is rolled back. */

export {
  previewAcrossOrganizations,
  previewDirectoryChange,
  previewInTransaction,
  previewLimits,
} from './preview-across-organizations.ts'
