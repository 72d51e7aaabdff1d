/** Other websites embed /widget.js. It calls the public routes that allow any origin. */
import type { Feature } from '../../../platform/services/feature.ts'
import { serveWidget } from './serve-widget.ts'

export const widgetFeature = (): Feature => ({ pages: [serveWidget()] })
