import type { Platform } from '../../../../platform/services/platform.ts'
import { logoAddress } from '../../../core/organizations/index.ts'
import type { MatchFacts } from '../../match-facts/index.ts'

/** Without a size, some mail programs show a picture at full size or not at all. */
export type MailLogo = { readonly url: string; readonly width: number; readonly height: number }

/** Pixels in an email that is 600 px wide, or 320 px on a phone. Stored logos are at least twice as large, or small. */
const maxDisplaySize = { width: 200, height: 56 }
const maxCachedSizes = 1_000

type Size = { readonly width: number; readonly height: number }

// The name changes with the picture, so cached sizes stay valid.
const sizes = new Map<string, Size>()
const retryTimes = new Map<string, number>()
const retryAfterMs = 5 * 60_000

/** Null if neither the organization nor its parent has a logo that can be shown. */
export async function findMailLogo(
  platform: Pick<Platform, 'files' | 'publicUrl' | 'clock'>,
  { organization: { logo } }: Pick<MatchFacts, 'organization'>,
): Promise<MailLogo | null> {
  if (!logo) return null
  const size = sizes.get(logo.name) ?? (await readAndCacheSize(platform, logo.name))
  if (!size) return null
  const scale = Math.min(1, maxDisplaySize.width / size.width, maxDisplaySize.height / size.height)
  return {
    url: `${platform.publicUrl()}${logoAddress(logo.organizationId, logo.name)}`,
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
  }
}

async function readAndCacheSize(platform: Pick<Platform, 'files' | 'clock'>, name: string): Promise<Size | null> {
  if (platform.clock().getTime() < (retryTimes.get(name) ?? 0)) return null
  const size = await readSize(platform, name)
  for (const cache of [sizes, retryTimes]) if (cache.size >= maxCachedSizes) cache.clear()
  retryTimes.delete(name)
  if (size) sizes.set(name, size)
  else retryTimes.set(name, platform.clock().getTime() + retryAfterMs)
  return size
}

/** An email is sent even if its logo cannot be read. */
async function readSize({ files }: Pick<Platform, 'files'>, name: string): Promise<Size | null> {
  const bytes = await files.read(name.slice(0, name.lastIndexOf('.'))).catch(() => null)
  return bytes && sizeOf(bytes)
}

/** Reads the size of a PNG or JPEG that was encoded here. */
export function sizeOf(bytes: Buffer): Size | null {
  const isPng = bytes.length > 24 && bytes.readUInt32BE(0) === 0x89504e47
  if (isPng) return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  // JPEG segments have a marker and a length. A frame header (C0 to CF except tables) contains the size.
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    }
  }
  return null
}
