/**
 * Signatures on the forms of companies: what was signed, by whom, when and from where. The form is filled from what is known, the
 * donor signs what they read, the nonprofit signs after them; each file carries its record, sealed, so that a change shows.
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
