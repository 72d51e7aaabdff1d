import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { z } from 'zod'

const manifest = z.object({
  workspaces: z.array(z.string()).default([]),
  dependencies: z.record(z.string(), z.string()).default({}),
  devDependencies: z.record(z.string(), z.string()).default({}),
})
const locked = z.object({ packages: z.record(z.string(), manifest.extend({ version: z.string().optional() })) })
const read = (path: string): unknown =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8'))

const { packages } = locked.parse(read('package-lock.json'))
const top = manifest.parse(read('package.json'))

it.each(['', ...top.workspaces])(
  '%s/package.json names one version of each package, the one of the lock file',
  (folder) => {
    const { dependencies, devDependencies } = manifest.parse(
      read(folder === '' ? 'package.json' : `${folder}/package.json`),
    )
    expect(packages[folder]).toMatchObject({ dependencies, devDependencies })
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      if (name.startsWith('@twofold/')) continue
      const installed = packages[`${folder}/node_modules/${name}`] ?? packages[`node_modules/${name}`]
      expect(version, name).toBe(installed?.version)
    }
  },
)
