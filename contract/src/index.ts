export { categories } from './core/categories.ts'
export * from './donations/donation-columns.ts'
export * from './donations/imports/header-key.ts'
export * from './donations/imports/import-targets.ts'
export { buttonsOf, type MatchButton, whyButtonHidden } from './donations/match-buttons.ts'
export * from './email/template-variables.ts'
export { statusId } from './matches/statuses.ts'
export * from './modules.ts'
export { type OpenApi, type Operation, openApiOf } from './published/openapi.ts'
export { allRoutes } from './routes.ts'
export {
  companyPagePath,
  isScreenPath,
  linkTo,
  operatorPages,
  portalPath,
  publicScreens,
  redirectedPaths,
  type ScreenPath,
  screens,
} from './screens.ts'
export * from './shared/ein.ts'
export * from './shared/route.ts'
export * from './shared/wire.ts'
