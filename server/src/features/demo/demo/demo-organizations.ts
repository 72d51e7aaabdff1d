import { organizations } from '@twofold/contract'
import type { Db } from '../../../platform/database/database.ts'
import { hashPassword } from '../../accounts/auth/index.ts'
import { emailKey } from '../../core/users/index.ts'
import { insertPlainRow, insertRow } from './demo.queries.ts'

export const demoPassword = 'twofold-demo'

export const riverbendSlug = 'riverbend-food-bank'

type Level = 'read' | 'write' | 'admin'

const titles: Readonly<Record<string, string>> = {
  'admin@riverbend.example': 'Executive Director',
  'pta@maple.example': 'President',
}

/** `npm start` prints them; production refuses them. */
export const demoAccounts: readonly {
  readonly email: string
  readonly name: string
  readonly roleText: string
  readonly riverbend: Level | null
  readonly maple: Level | null
}[] = [
  {
    email: 'admin@riverbend.example',
    name: 'Marisol Vega',
    roleText: 'admin of Riverbend Food Bank',
    riverbend: 'admin',
    maple: null,
  },
  { email: 'writer@riverbend.example', name: 'Owen Tate', roleText: 'write', riverbend: 'write', maple: null },
  { email: 'reader@riverbend.example', name: 'Ines Falk', roleText: 'read', riverbend: 'read', maple: null },
  {
    email: 'pta@maple.example',
    name: 'Jo Whitaker',
    roleText: 'admin of Maple Street PTA and write in Riverbend',
    riverbend: 'write',
    maple: 'admin',
  },
  { email: 'super@twofold.example', name: 'Sam Oduya', roleText: 'super user', riverbend: null, maple: null },
]

export type DemoOrganizations = {
  readonly riverbend: number
  readonly chapters: readonly number[]
  readonly maple: number
  readonly adminId: number
}

export async function insertDemoOrganizations(db: Db, now: Date): Promise<DemoOrganizations> {
  const hash = await hashPassword(demoPassword)
  const onboarded = new Date(now.getTime() - 730 * 86_400_000)
  const commonColumns = { country: 'US', time_zone: 'America/Chicago', currency: 'USD' }
  const riverbend = await insertRow(db, 'organizations', {
    ...commonColumns,
    name: 'Riverbend Food Bank',
    slug: riverbendSlug,
    type: 'non-profit',
    ein: '37-1550142',
    is_premium: 'elig_5',
    plan: 'elig_5',
    complete: true,
    onboarded,
    url: 'https://riverbend.example',
    donate_url: 'https://riverbend.example/give',
    phone: '+1 217 555 0142',
    mission:
      'Nobody along the river goes to bed hungry: food for 40,000 neighbors a year, with dignity and without questions.',
    contact_name: 'Marisol Vega',
    contact_email: 'admin@riverbend.example',
    contact_phone: '+1 217 555 0142',
    billing_contact_name: 'Marisol Vega',
    billing_contact_email: 'admin@riverbend.example',
    mail_sender_name: 'Marisol at Riverbend Food Bank',
    mail_reply_to: 'gifts@riverbend.example',
    custom: { donation_fields: ['Campaign', 'Table'] },
    street: '210 Levee Road',
    city: 'Springfield',
    state: 'IL',
    zip: '62701',
    category_ids: [19, 25],
  })
  const chapters: number[] = []
  for (const [name, slug, ein, city, zip] of [
    ['Riverbend North Pantry', 'riverbend-north-pantry', '37-1550143', 'Peoria', '61602'],
    ['Riverbend Mobile Kitchen', 'riverbend-mobile-kitchen', '37-1550144', 'Decatur', '62521'],
  ] as const) {
    chapters.push(
      await insertRow(db, 'organizations', {
        ...commonColumns,
        name,
        slug,
        type: 'chapter',
        ein,
        parent_id: riverbend,
        is_premium: 'parent',
        complete: true,
        onboarded,
        url: 'https://riverbend.example',
        phone: '+1 217 555 0142',
        mission: 'A chapter of Riverbend Food Bank.',
        contact_name: 'Owen Tate',
        contact_email: 'writer@riverbend.example',
        street: '18 Depot Street',
        city,
        state: 'IL',
        zip,
        category_ids: [19],
      }),
    )
  }
  const maple = await insertRow(db, 'organizations', {
    ...commonColumns,
    name: 'Maple Street PTA',
    slug: 'maple-street-pta',
    type: 'edu-pto',
    ein: '61-0442207',
    is_premium: organizations.freePlan,
    plan: organizations.freePlan,
    contact_name: 'Jo Whitaker',
    contact_email: 'pta@maple.example',
  })
  let adminId = 0
  for (const { email, name, riverbend: atRiverbend, maple: atMaple, roleText } of demoAccounts) {
    const id = await insertRow(db, 'users', {
      email,
      email_key: emailKey(email),
      name,
      password_hash: hash,
      global_permission: roleText === 'super user' ? 'super' : null,
    })
    if (atRiverbend === 'admin') adminId = id
    for (const [organization, level] of [
      [riverbend, atRiverbend],
      [maple, atMaple],
    ] as const) {
      if (!level) continue
      const signerColumns = level === 'admin' ? { may_sign: true, title: titles[email] ?? '' } : {}
      await insertPlainRow(db, 'members', { organization_id: organization, user_id: id, level, ...signerColumns })
    }
  }
  return { riverbend, chapters, maple, adminId }
}
