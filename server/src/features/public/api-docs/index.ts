/** The public contract as a file for programs and as a page for people, both made from the routes that are served. */
import type { Room } from '../../../platform/services/room.ts'
import { serveApiDocs } from './serve-api-docs.ts'

export const apiDocsRoom = (): Room => ({ pages: [serveApiDocs] })
