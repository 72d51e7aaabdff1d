import type { Feature } from '../../../platform/services/feature.ts'
import { serveOperatorPages } from './serve-operator-pages.ts'

export const operatorPagesFeature = (): Feature => ({ pages: [serveOperatorPages] })
