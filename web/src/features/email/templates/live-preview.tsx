import { donations, isTemplateVariable, templates } from '@twofold/contract'
import { useEffect, useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { useApiQuery } from '../../../api/use-api.ts'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { Select } from '../../../ui/choice.tsx'
import { cx } from '../../../ui/class-names.ts'
import { EmailFrame } from '../../../ui/email-frame.tsx'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { variableNames } from './template-text.ts'

const modes = { desktop: 'Desktop', phone: 'Phone', dark: 'Dark', text: 'Plain text', plain: 'Images off' } as const
type Mode = keyof typeof modes

function htmlFor(html: string, mode: Mode): string {
  const themed = html.replaceAll('(prefers-color-scheme: dark)', mode === 'dark' ? 'all' : 'not all')
  return mode === 'plain' ? themed.replaceAll(/<img src="[^"]*"/g, '<img src=""') : themed
}

type PreviewInput = {
  readonly status_id: templates.TemplateId
  readonly part: 1 | 2 | 3
} & Partial<templates.TemplateTexts>

export function LivePreview({
  input,
  donation,
  onDonation,
}: {
  input: PreviewInput
  donation: string
  onDonation: (id: string) => void
}) {
  const { id } = useOrganization()
  const [mode, setMode] = useState<Mode>('desktop')
  const [rendered, setRendered] = useState<templates.RenderedTemplate | null>(null)
  const [problem, setProblem] = useState('')
  const requestBody = useDebounced(
    JSON.stringify({ ...input, donation_id: donation === '' ? null : Number(donation) }),
    250,
  )
  const status = input.status_id === 102 ? 7 : input.status_id
  const gifts = useApiQuery(donations.listDonations, {
    params: { id },
    query: { per_page: 20, filters: { status: String(status) } },
  })
  useEffect(() => {
    const controller = new AbortController()
    call(templates.renderTemplate, { params: { id }, body: JSON.parse(requestBody) }, controller.signal).then(
      (rendering) => {
        setRendered(rendering)
        setProblem('')
      },
      (error) => controller.signal.aborted || setProblem(messageOf(error)),
    )
    return () => controller.abort()
  }, [requestBody, id])
  return (
    <div className="flex flex-col gap-3">
      <Field name="preview_donor" label="Preview as">
        <Select value={donation} onChange={({ target }) => onDonation(target.value)}>
          <option value="">Jordan Avery (example)</option>
          {gifts.data?.donations.map((gift) => (
            <option key={gift.id} value={gift.id}>
              {gift.donor_name || gift.donor.email} ({gift.company_name || 'no employer'})
            </option>
          ))}
        </Select>
      </Field>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset lays its children out by rules of its own */}
      <div role="group" aria-label="Preview mode" className="flex flex-wrap gap-1">
        {(Object.keys(modes) as Mode[]).map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={mode === name}
            onClick={() => setMode(name)}
            className="min-h-9 rounded-control px-3 text-[0.9375rem] font-semibold text-muted hover:bg-ink/6 aria-pressed:bg-brand-soft aria-pressed:text-brand-text pointer-coarse:min-h-11"
          >
            {modes[name]}
          </button>
        ))}
      </div>
      {problem && <Notice tone="problem">{problem}</Notice>}
      {rendered && rendered.empty.length > 0 && (
        <Notice tone="awaiting">
          This donor has no{' '}
          {[...new Set(rendered.empty.flatMap(({ variables }) => variables))]
            .map((name) => `“${isTemplateVariable(name) ? variableNames[name] : name}”`)
            .join(', ')}
          . Fields with missing values show the Default’s text.
        </Notice>
      )}
      {rendered && (
        <>
          <p className="text-[0.9375rem] break-words">
            <span className="text-muted">Subject</span> {rendered.subject}
            <br />
            <span className="text-muted">From</span> {rendered.from}
            <br />
            {rendered.reply_to && (
              <>
                <span className="text-muted">Replies to</span> {rendered.reply_to}
                <br />
              </>
            )}
            <span className="text-muted">To</span> {rendered.to}
          </p>
          {mode === 'text' ? (
            <pre
              // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and a keyboard must be able to
              tabIndex={0}
              className="h-152 overflow-auto rounded-card border border-hairline bg-sunken p-4 text-sm whitespace-pre-wrap"
            >
              {rendered.text}
            </pre>
          ) : (
            <EmailFrame
              title="Preview of the email"
              html={htmlFor(rendered.html, mode)}
              className={cx(
                'h-152 rounded-card border border-hairline bg-white',
                mode === 'phone' ? 'w-90 max-w-full self-center' : 'w-full',
              )}
            />
          )}
        </>
      )}
    </div>
  )
}
