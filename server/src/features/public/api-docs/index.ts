/** The public API contract, as a file for programs and as a page for people, generated from the served routes. */
import type { Feature } from '../../../platform/services/feature.ts'
import { serveApiDocs } from './serve-api-docs.ts'

export const apiDocsFeature = (): Feature => ({ pages: [serveApiDocs] })
