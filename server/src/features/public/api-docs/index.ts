import type { Feature } from '../../../platform/services/feature.ts'
import { serveApiDocs } from './serve-api-docs.ts'

export const apiDocsFeature = (): Feature => ({ pages: [serveApiDocs] })
