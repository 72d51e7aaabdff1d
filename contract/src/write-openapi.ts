import { writeFileSync } from 'node:fs'
import { openApiOf } from './openapi.ts'
import { allRoutes } from './routes.ts'

const path = new URL('../openapi.json', import.meta.url)
writeFileSync(path, `${JSON.stringify(openApiOf(allRoutes), null, 2)}\n`)
