import { writeFileSync } from 'node:fs'
import { allRoutes } from '../routes.ts'
import { openApiOf } from './openapi.ts'
import { contractLines } from './released-contract.ts'

/** Run at a release. From then on, callers rely on these lines. */
const contract = openApiOf(allRoutes)
const path = new URL('../../released.txt', import.meta.url)
writeFileSync(path, `version ${contract.info.version}\n${contractLines(contract).join('\n')}\n`)
