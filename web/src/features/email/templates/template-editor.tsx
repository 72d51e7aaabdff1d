import { templates, templateVariables, unknownVariablesIn } from '@twofold/contract'
import { useEffect, useRef, useState } from 'react'
import { fieldErrorsOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { useApiMutation } from '../../../api/use-api.ts'
import { useOrganization, usePermissions } from '../../../shared/current-organization.tsx'
import { useForm } from '../../../shared/form.ts'
import { LeaveGuard } from '../../../shared/leave-guard.tsx'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/choice.tsx'
import { Field, fieldId, Input, Textarea } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { toast, toastError } from '../../../ui/toast-store.ts'
import { LivePreview } from './live-preview.tsx'
import { openPreview, showPreview } from './preview-window.ts'
import { TemplateRevisions } from './template-revisions.tsx'
import { fieldsOf, reminderTiming, sequenceEmailNames, variableNames } from './template-text.ts'

const { templateMessages } = templates

type FieldTexts = Record<templates.TemplateField, string>
type Part = 1 | 2 | 3

const wordsOf = (template: templates.Template): FieldTexts =>
  Object.fromEntries(templates.templateFields.map((field) => [field, template[field]])) as FieldTexts

type Props = {
  template: templates.Template
  original: templates.Template
  id: templates.TemplateId
  /** Another user may have saved newer text that is not loaded yet. */
  onLost: () => void
}

/** The Default is read-only. */
export function TemplateEditor({ template, original, id, onLost }: Props) {
  const organization = useOrganization()
  const permissions = usePermissions()
  const [part, setPart] = useState<Part>(1)
  const [donation, setDonation] = useState('')
  const [loaded, setLoaded] = useState(template)
  const lastField = useRef<templates.TemplateField | null>(null)
  const refreshes = [templates.listTemplates, templates.getTemplateResults, templates.listTemplateRevisions]
  const save = useApiMutation(templates.saveTemplate, { failed: templateMessages.saveFailed, refreshes })
  const reset = useApiMutation(templates.resetTemplate, { refreshes, failed: templateMessages.resetFailed })
  const test = useApiMutation(templates.testTemplate, { failed: templateMessages.testFailed })
  const params = { id: organization.id, templateId: template.id }
  const isReadOnly = template.organization_id === null || !permissions.write

  const form = useForm<FieldTexts>(
    () => ({}),
    wordsOf(template),
    async (texts) => {
      const { template: saved } = await save.mutateAsync({ params, body: { ...texts, version: loaded.version } })
      toast({ title: templateMessages.saved })
      begin(saved)
    },
    {
      toErrors: (problem) => {
        onLost()
        return fieldErrorsOf(problem)
      },
    },
  )
  const begin = (next: templates.Template) => {
    setLoaded(next)
    form.begin(wordsOf(next))
  }
  const isNewer = template.version > loaded.version && !form.busy
  // A newer version may only have been turned on or off.
  const isReworded = templates.templateFields.some((field) => template[field] !== loaded[field])
  const isLost = isNewer && isReworded && form.isDirty
  useEffect(() => {
    if (!isNewer || isLost) return
    if (isReworded) begin(template)
    else setLoaded(template)
  })
  const previewInput = { ...form.values, status_id: id, part, donation_id: donation === '' ? null : Number(donation) }

  const preview = async () => {
    const popup = openPreview()
    try {
      const html = await call(templates.previewTemplate, { params: { id: organization.id }, body: previewInput })
      if (!popup) throw new Error('Your browser didn’t let the window open.')
      showPreview(popup, html)
    } catch (problem) {
      popup?.close()
      toastError(templateMessages.previewFailed, problem)
    }
  }
  const sendTest = () =>
    test.mutate(
      { params: { id: organization.id }, body: previewInput },
      { onSuccess: ({ to }) => toast({ title: 'Test email sent', description: `Look for it at ${to}.` }) },
    )
  const resetToDefault = () =>
    reset.mutate(
      { params },
      {
        onSuccess: ({ template: updated }) => {
          toast({ title: 'Template reset', description: 'The previous text is under Earlier versions.' })
          begin(updated)
        },
      },
    )
  const insert = (variable: string) => {
    const field = lastField.current ?? `paragraph_one_${part}`
    const control = document.getElementById(fieldId(field))
    const text = form.values[field]
    const isText = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement
    const start = (isText ? control.selectionStart : null) ?? text.length
    const end = (isText ? control.selectionEnd : null) ?? start
    form.set({ [field]: `${text.slice(0, start)}{${variable}}${text.slice(end)}` })
    control?.focus()
  }

  const fields = (
    <div className="flex flex-col gap-4">
      {part > 1 && <Notice tone="verify">{reminderTiming(part)}</Notice>}
      {fieldsOf(part).map(([field, label]) => {
        const unknown = unknownVariablesIn(form.values[field])
        const differs = form.values[field] !== original[field]
        const control = {
          ...form.field(field),
          readOnly: isReadOnly,
          autoComplete: 'off',
          onFocus: () => {
            lastField.current = field
          },
        }
        return (
          <Field
            key={field}
            name={field}
            label={label}
            error={form.errors[field]}
            warning={
              unknown.length > 0 ? `${templateMessages.unknown(unknown)}. Fix this before going live.` : undefined
            }
            aside={
              differs &&
              !isReadOnly && (
                <button
                  type="button"
                  className="min-h-6 text-[0.9375rem] text-muted underline underline-offset-2"
                  onClick={() => form.set({ [field]: original[field] })}
                >
                  Back to the Default<span className="sr-only">: {label}</span>
                </button>
              )
            }
          >
            {templates.isOneLine(field) ? (
              <Input {...control} maxLength={200} />
            ) : (
              <Textarea {...control} maxLength={4000} rows={2} className="min-h-18! field-sizing-content" />
            )}
            {differs && !isReadOnly && (
              <p className="text-[0.9375rem] break-words whitespace-pre-line text-muted">
                {original[field] === '' ? 'The Default is empty here.' : `Default: ${original[field]}`}
              </p>
            )}
          </Field>
        )
      })}
    </div>
  )
  const changed = templates.templateFields.filter((field) => form.values[field] !== original[field]).length

  return (
    // On phones the bottom bar is four lines high; focused fields scroll above it.
    <form
      onSubmit={form.onSubmit}
      className="flex flex-col gap-5 [&_input]:scroll-mb-28 [&_select]:scroll-mb-28 [&_textarea]:scroll-mb-28"
    >
      <LeaveGuard active={form.isDirty} what="Your changes" />
      {isLost && (
        <Notice tone="awaiting">
          {template.updated_by ?? 'Someone else'} saved this version while you were editing.{' '}
          <span className="mt-2 flex flex-wrap gap-2">
            <Button size="small" variant="secondary" onClick={() => begin(template)}>
              Use their version
            </Button>
            <Button size="small" variant="secondary" onClick={() => setLoaded(template)}>
              Keep mine
            </Button>
          </span>
        </Notice>
      )}
      {form.errors.root && <Notice tone="problem">{form.errors.root}</Notice>}
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          {!isReadOnly && (
            <Field name="insert_variable" label="Insert a variable" hint="Added at your cursor. You can also type it.">
              <Select value="" onChange={({ target }) => target.value && insert(target.value)}>
                <option value="">Choose one</option>
                {templateVariables.map((name) => (
                  <option key={name} value={name}>
                    {variableNames[name]} {`{${name}}`}
                  </option>
                ))}
              </Select>
            </Field>
          )}
          {templates.emailCountOf(id) === 3 ? (
            <Tabs
              label="Emails of this version"
              value={String(part)}
              onChange={(name) => setPart(Number(name) as Part)}
              tabs={sequenceEmailNames.map((label, index) => ({ name: String(index + 1), label, content: fields }))}
            />
          ) : (
            fields
          )}
        </div>
        <div className="min-w-0 xl:sticky xl:top-20">
          <LivePreview input={{ ...form.values, status_id: id, part }} donation={donation} onDonation={setDonation} />
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2.5 border-t border-hairline pt-4">
        <Button variant="secondary" onClick={() => void preview()}>
          Preview
        </Button>
        {permissions.write && (
          <Button variant="secondary" busy={test.isPending} onClick={sendTest}>
            Send a test to me
          </Button>
        )}
        {!isReadOnly && (
          <span className="ml-auto flex">
            <Button variant="quiet" busy={reset.isPending} onClick={resetToDefault}>
              Reset to Default
            </Button>
          </span>
        )}
      </div>
      {!isReadOnly && (
        <div
          data-bottom-bar=""
          className="sticky bottom-0 z-10 -mx-5 flex items-center gap-4 border-t border-hairline bg-surface px-5 py-3 sm:-mx-6 sm:px-6"
        >
          <p className="min-w-0 text-[0.9375rem] text-muted">
            {form.isDirty && 'Not saved yet. '}
            {changed === 0
              ? 'Same as the Default.'
              : `${changed} ${changed === 1 ? 'field differs' : 'fields differ'} from the Default.`}
          </p>
          <span className="ml-auto">
            <Button type="submit" busy={form.busy} disabled={!form.isDirty}>
              Save
            </Button>
          </span>
        </div>
      )}
      {!isReadOnly && <TemplateRevisions path={params} onChoose={(words) => form.set(words)} />}
    </form>
  )
}
