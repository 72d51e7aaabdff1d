/**
 * Signatures on company forms, with the document, signer, time and network address. The form is filled with known
 * values, the donor signs the text that they read, and the nonprofit signs afterwards. Each file contains a sealed
 * record, so that changes can be detected.
 */
export { checkFile } from './check-file.ts'
export { currentFile, readSigned } from './current-file.ts'
export { formValues, signedOn } from './form-values.ts'
export { publicKeyOf } from './record.ts'
export { documentOf, makeSigned, readDrawing, recordSigned, signAsDonor } from './sign-as-donor.ts'
export { signAsNonprofit } from './sign-as-nonprofit.ts'
export {
  findDonorContact,
  findMatchForm,
  isSignedForm,
  keepAnswers,
  listFormerForms,
  listSignatures,
  type MatchForm,
  openMatchForm,
} from './signatures.queries.ts'
export { type FormerFile, filesOf, formerFiles } from './signed-forms.ts'
export { signaturesRoom } from './signing-key.ts'
