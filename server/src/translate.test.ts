import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureTranslated } from '../../scripts/translate.mjs'
import { temporaryFolder } from './testing/test-postgres.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** How many programs Node has kept a translation of. */
const translationsIn = (cache: string): number => readdirSync(cache, { recursive: true }).length

describe('what Node has translated', () => {
  let folder: string
  beforeAll(() => {
    folder = temporaryFolder()
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('is made where there is none, left alone where it is of this edition, and made anew after another one', async () => {
    const cache = join(folder, 'compiled')
    const ensure = () => ensureTranslated(process.execPath, { NODE_COMPILE_CACHE: cache })
    mkdirSync(cache) // as a start that was ended, or another version of Node, leaves it
    expect(await ensure()).toBe(true)
    expect(translationsIn(cache)).toBeGreaterThan(500)
    expect(await ensure()).toBe(false)
    const note = join(cache, '.translated-from')
    const edition = readFileSync(note, 'utf8')
    writeFileSync(note, 'another edition')
    expect(await ensure()).toBe(true)
    expect(readFileSync(note, 'utf8')).toBe(edition)
  })

  it('is made in the image, by a step that fails where a program cannot be read', () => {
    const lines = readFileSync(join(root, 'Dockerfile'), 'utf8').replaceAll('\\\n', '').split('\n')
    const step = lines.find((line) => line.startsWith('RUN ') && line.includes('main.ts'))?.slice(4) ?? ''
    const cache = join(folder, 'of the image')
    const path = `${dirname(process.execPath)}:${process.env['PATH']}`
    const env = { ...process.env, PATH: path, NODE_COMPILE_CACHE: cache }
    const build = (command: string) => spawnSync('sh', ['-c', command], { cwd: root, env, encoding: 'utf8' })
    expect(build(step)).toMatchObject({ status: 0, stdout: expect.stringContaining('PORT must be') })
    expect(translationsIn(cache)).toBeGreaterThan(500)
    const broken = build(step.replace('main.ts', 'gone.ts'))
    expect(broken.status).not.toBe(0)
    expect(broken.stdout).toContain('gone.ts')
  })
})
