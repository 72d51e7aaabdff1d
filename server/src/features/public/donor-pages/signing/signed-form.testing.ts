import { signedLinks, signLink } from '../../../../platform/links/signed-links.ts'
import type { TestApp } from '../../../../testing/index.ts'
import { donorPagePath } from '../../../email/donor-links/index.ts'
import { recordDonation } from '../../../email/notifications/record-donation.testing.ts'

type Signer = { readonly email: string; readonly employer: string; readonly name?: string }

/** Returns the gift's ID. */
export async function createSignedGift(app: TestApp, organizationId: number, signer: Signer): Promise<number> {
  const { name = 'Maria Gonzalez' } = signer
  const { id } = await recordDonation(app, organizationId, { ...signer, name })
  await signForm(app, organizationId, id, name)
  return id
}

export async function signForm(app: TestApp, organizationId: number, id: number, name: string): Promise<void> {
  const [mail] = await app.query<{ id: number }>('SELECT id::int FROM notifications WHERE donation_id = $1', [id])
  const page = donorPagePath(
    signLink(app.platform, signedLinks.donorPage, { organizationId, notificationId: mail?.id ?? 0 }),
  )
  const post = (path: string, form: Record<string, string>) =>
    fetch(`${app.address}${path}`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
  await post(page, { press: 'open_form' })
  const html = await (await fetch(`${app.address}${page}/form`)).text()
  const document = /name="document" value="([0-9a-f]{64})"/.exec(html)?.[1] ?? ''
  await post(`${page}/form`, { press: 'sign', name, consent: 'yes', document })
}
