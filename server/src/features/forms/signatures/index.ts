/** The donor signs the text that they read; the nonprofit signs afterwards. Each file contains a sealed record. */

export { formValues, signatureDayText } from './form-values.ts'
export { readCurrentForm, readSignedFile } from './read-current-form.ts'
export { createSignedDocument, fillMatchForm, readDrawing, saveSignedDocument, signAsDonor } from './sign-as-donor.ts'
export { signAsNonprofit } from './sign-as-nonprofit.ts'
export { publicKeyPem } from './signature-record.ts'
export {
  findDonorContact,
  findMatchForm,
  isSignedForm,
  listMatchFormRevisions,
  listSignatures,
  type MatchForm,
  openMatchForm,
  saveAnswers,
} from './signatures.queries.ts'
export { filesOf, type RevisionFile, readRevisionFiles } from './signed-forms.ts'
export { signaturesFeature } from './signing-key.ts'
export { verifySignedFile } from './verify-signed-file.ts'
