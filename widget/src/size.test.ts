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

it('is one script smaller than 15 KB, and half of that compressed', () => {
  expect(script.length).toBeGreaterThan(5_000)
  expect(Buffer.byteLength(script)).toBeLessThan(limitBytes)
  expect(gzipSync(script).length).toBeLessThan(limitBytes / 2)
})

it('sets no cookie, stores nothing, evaluates no text and includes no framework', () => {
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
