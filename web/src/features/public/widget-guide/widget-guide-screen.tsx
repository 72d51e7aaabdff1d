import { screens } from '@twofold/contract'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { NoOrganization, useCurrentOrganization } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { CopyTextButton } from '../../../ui/copy-button.tsx'
import { PageHeading } from '../../../ui/page.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { type Placement, type PlacementName, placements, scriptAttributes, snippetOf } from './snippets.ts'

export default function WidgetGuideScreen() {
  const current = useCurrentOrganization()
  return (
    <>
      <PageHeading title="Widget">
        Add the employer search to your website with one line of code. Donors see what their employer matches and how to
        request it.
      </PageHeading>
      {current.state === 'loading' && <Loading />}
      {current.state === 'ready' && current.organization && <Guide organizationId={current.organization.id} />}
      {current.state === 'failed' && (
        <ErrorState error={current.error} title="Couldn’t load the organization" onRetry={current.retry} />
      )}
      {current.state === 'none' && <NoOrganization title="You must select an organization to use this section." />}
    </>
  )
}

function Guide({ organizationId }: { organizationId: number }) {
  const [chosen, setChosen] = useState<PlacementName>('field')
  return (
    <div className="flex flex-col gap-6">
      <Tabs
        label="Ways to place the widget"
        value={chosen}
        onChange={setChosen}
        tabs={placements.map((placement) => ({
          name: placement.name,
          label: placement.title,
          content: <OnePlacement placement={placement} organizationId={organizationId} />,
        }))}
      />
      <GoodToKnow />
    </div>
  )
}

function OnePlacement({ placement, organizationId }: { placement: Placement; organizationId: number }) {
  const code = snippetOf(placement, location.origin, organizationId)
  return (
    <div className="flex flex-col gap-6 pt-5">
      <p className="max-w-[70ch]">{placement.text}</p>
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <Card className="min-w-0">
          <CardTitle aside={<CopyTextButton text={code} label="Copy the code" />}>Code</CardTitle>
          <pre className="rounded-control bg-sunken p-4 text-[0.9375rem] leading-6 wrap-anywhere whitespace-pre-wrap">
            <code>{code}</code>
          </pre>
        </Card>
        <Card className="min-w-0">
          <CardTitle>Preview</CardTitle>
          <Preview key={placement.name} placement={placement} organizationId={organizationId} />
          <p className="mt-4 text-[0.9375rem] text-muted">Search works in this preview. Requests aren’t sent.</p>
        </Card>
      </div>
    </div>
  )
}

const currentTheme = (): string => document.documentElement.dataset.theme ?? 'light'

function subscribeToTheme(notify: () => void): () => void {
  const observer = new MutationObserver(notify)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

/** Runs the same script as an external page. The surrounding form submits nothing. */
function Preview({ placement, organizationId }: { placement: Placement; organizationId: number }) {
  const container = useRef<HTMLDivElement>(null)
  const [hasFailed, setFailed] = useState(false)
  const theme = useSyncExternalStore(subscribeToTheme, currentTheme)
  const isField = placement.name === 'field'
  useEffect(() => {
    const element = container.current
    if (!element) return
    const script = document.createElement('script')
    for (const [name, value] of Object.entries(scriptAttributes(placement, location.origin, organizationId))) {
      script.setAttribute(name, value)
    }
    script.setAttribute('data-preview', '')
    script.setAttribute('data-theme', theme)
    script.onerror = () => setFailed(true)
    element.append(script)
    return () => element.replaceChildren()
  }, [placement, organizationId, theme])
  return (
    <div className="rounded-control border border-dashed border-edge/60 p-4 [--twofold-font:var(--font-sans)]">
      {hasFailed && <p className="text-muted">Couldn’t load the widget.</p>}
      {isField ? (
        <form onSubmit={(event) => event.preventDefault()}>
          <label htmlFor="amount" className="font-semibold">
            Amount
          </label>
          <input
            id="amount"
            name="amount"
            inputMode="decimal"
            defaultValue="50"
            className="mt-1 mb-4 h-11 w-full rounded-control border border-edge bg-surface px-3"
          />
          <div ref={container} />
          <Button type="submit" variant="secondary">
            Donate
          </Button>
        </form>
      ) : (
        <div ref={container} />
      )}
    </div>
  )
}

const attributes: readonly (readonly [name: string, meaning: string])[] = [
  ['data-organization', 'Your organization. Already filled in above. It keeps working if your name changes.'],
  ['lang', 'en, fr or es. Default: your page’s language, if it’s one of these.'],
  ['data-label', 'The label above the search box.'],
  ['data-accent', 'Your color in CSS, like #7a1f5b. Text color adjusts automatically.'],
  ['data-theme', 'light (the default), dark, or auto to follow the visitor’s setting.'],
  ['data-amount', 'The gift, like 50 or $1,250.'],
  [
    'data-transaction-id',
    'The gift’s transaction ID in your donation tool, as in its export. Links the request to your upload.',
  ],
  ['data-gift-date', 'The gift date, like 2026-11-20. Default: today.'],
  ['data-donor-name', 'The donor’s name. Donors can correct it.'],
  ['data-donor-email', 'The donor’s email. Donors can correct it.'],
  ['data-amount-field', 'CSS selector of your amount field. The estimate updates with it.'],
  ['data-company', 'An employer’s ID, for the policy card.'],
  ['data-name', 'The name of the hidden field. Default: employer.'],
  ['data-preview', 'Shows everything and sends nothing.'],
  ['--twofold-font', 'A CSS property, not an attribute. Sets the font to match your page.'],
]

function GoodToKnow() {
  return (
    <Card>
      <CardTitle>Good to know</CardTitle>
      <ul className="list-disc space-y-1.5 pl-5">
        <li>The script is tiny, sets no cookies and stores nothing in the browser.</li>
        <li>It can’t break your page. Its styles are isolated, and your form works even if Twofold is down.</li>
        <li>It works with keyboards and screen readers.</li>
        <li>It speaks English, French and Spanish, following the language set in your page’s HTML.</li>
        <li>
          If your website has a content security policy, allow <code className="break-all">{location.origin}</code> in{' '}
          <code>script-src</code> and <code>connect-src</code>.
        </li>
        <li>
          You can place several on one page. The widget also fills any element with <code>data-twofold</code>, even one
          added later. Until it loads, the element shows its own content, such as a plain employer field, so nothing on
          your page moves.
        </li>
        <li>
          Your page gets a <code>twofold:employer</code> event when a donor chooses an employer and{' '}
          <code>twofold:requested</code> when they request a match:{' '}
          <code className="break-all">
            document.addEventListener('twofold:employer', (event) =&gt; event.detail.name)
          </code>
          .
        </li>
        <li>
          Match requests appear among your{' '}
          <Link className="text-brand-text underline underline-offset-2" to={screens.donations}>
            Donations
          </Link>
          , with the widget as their source.
        </li>
      </ul>
      <h3 className="mt-6 mb-2 font-semibold">Settings</h3>
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
        {attributes.map(([name, meaning]) => (
          <div key={name} className="sm:contents">
            <dt>
              <code>{name}</code>
            </dt>
            <dd className="text-muted">{meaning}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
