import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { beforeAll, expect, it } from 'vitest'

const limitBytes = 15 * 1024
let script = ''

beforeAll(async () => {
  const configFile = fileURLToPath(new URL('../vite.config.ts', import.meta.url))
  const [result] = [await build({ configFile, build: { write: false } })].flat()
  const outputs = result && 'output' in result ? result.output : []
  expect(outputs).toHaveLength(1)
  const [chunk] = outputs
  script = chunk?.type === 'chunk' ? chunk.code : ''
}, 60_000)

it('is one script of less than 15 KB, packed and unpacked', () => {
  expect(script.length).toBeGreaterThan(5_000)
  expect(Buffer.byteLength(script)).toBeLessThan(limitBytes)
  expect(gzipSync(script).length).toBeLessThan(limitBytes / 2)
})

it('sets no cookie, keeps nothing, runs no text as code and brings no framework', () => {
  for (const word of [
    'document.cookie',
    'localStorage',
    'sessionStorage',
    'indexedDB',
    'innerHTML',
    'eval(',
    'Function(',
  ]) {
    expect(script, word).not.toContain(word)
  }
  expect(script).not.toMatch(/\bimport\b\s*[({'"]|\brequire\(/)
  expect(script).not.toMatch(/react|zod/i)
})
