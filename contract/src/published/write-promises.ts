import { writeFileSync } from 'node:fs'
import { allRoutes } from '../routes.ts'
import { openApiOf } from './openapi.ts'
import { promisesOf } from './promises.ts'

/** At a release: from now on callers rely on this. */
const contract = openApiOf(allRoutes)
const path = new URL('../../released.txt', import.meta.url)
writeFileSync(path, `version ${contract.info.version}\n${promisesOf(contract).join('\n')}\n`)
