import { pathToFileURL } from 'node:url'

// A separate process that returns each program's output or error.

type Sample = { readonly file: string; readonly cwd: string; readonly env: Readonly<Record<string, string>> }

process.on('message', async ({ file, cwd, env }: Sample) => {
  const before = { ...process.env }
  const write = process.stdout.write
  let printed = ''
  process.stdout.write = (text) => {
    printed += String(text)
    return true
  }
  try {
    process.chdir(cwd)
    Object.assign(process.env, env)
    await import(pathToFileURL(file).href)
  } catch (error) {
    printed = `failed: ${error instanceof Error ? error.stack : error}`
  } finally {
    process.stdout.write = write
    for (const name of Object.keys(env)) delete process.env[name]
    Object.assign(process.env, before)
  }
  process.send?.(printed)
})
