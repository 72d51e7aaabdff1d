import { directory } from '@twofold/contract'
import { callerAs } from './product.ts'

export async function addCompany(name: string, aliases: readonly string[] = []) {
  const caller = await callerAs('super@twofold.example')
  const body = {
    name,
    aliases: [...aliases],
    website: '',
    country: 'US',
    industry: '',
    time_zone: 'America/New_York',
    parent_id: null,
    email_domains: [],
    category_ids: [],
    csr_platform: null,
    verification: null,
    match_method: null,
  }
  return (await caller.call(directory.saveDirectoryCompany, { body }, caller)).company
}
