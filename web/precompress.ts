import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const texts = /\.(js|css|svg|html)$/
/** Smaller files are not worth compressing: the headers cost more than the savings. */
const worthBytes = 1_000

/** Compresses each text file at build time at the highest level, so the server compresses nothing per request. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    closeBundle: {
      order: 'post',
      handler() {
        const { root, build } = this.environment.config
        const folder = resolve(root, build.outDir)
        for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
          if (!texts.test(name)) continue
          const file = join(folder, name)
          if (existsSync(`${file}.br`)) continue
          const content = readFileSync(file)
          if (content.length < worthBytes) continue
          const params = {
            [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
          }
          writeFileSync(`${file}.br`, brotliCompressSync(content, { params }))
          writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
        }
      },
    },
  }
}
