import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { auth } from '@twofold/contract'
import { callsTo } from './calls.ts'
import { databaseTimeoutSeconds, testSecret } from './test-postgres.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
const readyTimeoutMs = 900_000

export type ProductProcess = Awaited<ReturnType<typeof startProductProcess>>

/** `env` extends the common settings. */
export async function startProductProcess(env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      NODE_ENV: 'development',
      LOG_LEVEL: 'warn',
      PORT: '0',
      DEMO: '0',
      DRAIN_SECONDS: '0',
      SECRET: testSecret,
      DATABASE_PATIENCE_SECONDS: String(databaseTimeoutSeconds),
      ...env,
    },
  })
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => lines.push(text.toString()))
  const ended = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)))
  const address = await waitForAddress(child)
  const calls = callsTo(address)
  return {
    address,
    ...calls,
    signIn: async ({ email, password }: { readonly email: string; readonly password: string }): Promise<string> =>
      auth.signedIn.parse(await calls.call(auth.login, { body: { email, password } })).access_token,
    printed: (): string => lines.join(''),
    /** Pauses the process, as a swapping or migrating machine does; `thaw` continues it. */
    freeze: (): boolean => child.kill('SIGSTOP'),
    thaw: (): boolean => child.kill('SIGCONT'),
    /** Resolves with the exit code (null after a kill). */
    end: (signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> => {
      child.kill(signal)
      return ended
    },
  }
}

function waitForAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const rejectWith = (reason: string): void => {
      clearTimeout(timer)
      reject(new Error(`The product ${reason}:\n${output}`))
    }
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      rejectWith('was not ready in time')
    }, readyTimeoutMs)
    const readOutput = (text: Buffer): void => {
      output += text.toString()
      const address = /Twofold is ready at (\S+)/.exec(output)?.[1]
      if (!address) return
      clearTimeout(timer)
      resolve(address)
    }
    child.stdout?.on('data', readOutput)
    child.stderr?.on('data', readOutput)
    child.on('exit', (code) => rejectWith(`ended with exit code ${code}`))
  })
}
