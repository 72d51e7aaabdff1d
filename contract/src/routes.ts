import * as modules from './modules.ts'
import type { RouteDefinition } from './shared/route.ts'

const isRoute = (value: unknown): value is RouteDefinition =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

export const allRoutes: readonly RouteDefinition[] = Object.values(modules).flatMap((module) =>
  Object.values(module).filter(isRoute),
)
