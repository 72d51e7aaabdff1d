/** The script that foreign pages place: /widget.js. What it calls are the public routes that answer any origin. */
import type { Room } from '../../../platform/services/room.ts'
import { serveWidget } from './serve-widget.ts'

export const widgetRoom = (): Room => ({ pages: [serveWidget()] })
