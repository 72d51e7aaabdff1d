/** The fields of a donation that are stored as its file states them. */

export {
  fieldShapes,
  fieldTypes,
  type ImportedFields,
  type OptionalFields,
  parseFields,
  unspecifiedFields,
  withDefaults,
} from './imported-fields.ts'
