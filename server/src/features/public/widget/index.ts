/** The script that other websites embed: /widget.js. It calls the public routes that allow any origin. */
import type { Room } from '../../../platform/services/room.ts'
import { serveWidget } from './serve-widget.ts'

export const widgetRoom = (): Room => ({ pages: [serveWidget()] })
