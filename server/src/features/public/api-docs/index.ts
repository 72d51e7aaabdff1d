/** The public API contract, as a file for programs and as a page for people, generated from the served routes. */
import type { Room } from '../../../platform/services/room.ts'
import { serveApiDocs } from './serve-api-docs.ts'

export const apiDocsRoom = (): Room => ({ pages: [serveApiDocs] })
