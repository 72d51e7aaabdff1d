import { writeFileSync } from 'node:fs'
import { allRoutes } from '../routes.ts'
import { openApiOf } from './openapi.ts'

const path = new URL('../../openapi.json', import.meta.url)
writeFileSync(path, `${JSON.stringify(openApiOf(allRoutes), null, 2)}\n`)
