import type { mails } from '@twofold/contract'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { fieldErrorsOf } from '../../../../api/api-error.ts'
import { errorsOf, useForm } from '../../../../shared/form.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import { toastError } from '../../../../ui/toast-store.ts'
import { SendButton } from '../../../email/mails/index.ts'
import { bodyOf, type EditorField, errorsByField, initialValuesOf, type Values } from './field-values.ts'
import { Fields } from './fields.tsx'

export type EditorSection = {
  readonly title?: string
  readonly hint?: string
  readonly wide?: boolean
  readonly columns?: 2 | 3
  readonly fields: readonly EditorField[]
  readonly below?: (values: Values) => ReactNode
}

type Props<Shape extends z.ZodType, Review> = {
  title: string
  description?: string
  width?: 'regular' | 'wide'
  sections: readonly EditorSection[]
  schema: Shape
  fixedValues?: object
  start: Values
  /** Previews the change. Without it, the first step saves. */
  preview?: (body: z.output<Shape>) => Promise<Review>
  showReview?: (review: Review) => ReactNode
  action: string
  save: (body: z.output<Shape>) => Promise<unknown>
  failed?: string
  onClose: () => void
  children?: ReactNode
}

export function EditorDialog<Shape extends z.ZodType, Review extends { readonly mails: mails.SendReview }>({
  sections,
  schema,
  fixedValues = {},
  start,
  preview,
  showReview,
  action,
  save,
  failed = '',
  onClose,
  children,
  ...dialog
}: Props<Shape, Review>) {
  const fields = sections.flatMap((section) => section.fields)
  const bodyIn = (values: Values) => ({ ...bodyOf(fields, values), ...fixedValues })
  const [reviewed, setReviewed] = useState<{ review: Review; body: z.output<Shape> } | null>(null)
  const [saving, setSaving] = useState(false)
  const form = useForm<Values>(
    (values) => errorsOf(schema, bodyIn(values)),
    initialValuesOf(fields, start),
    async (values) => {
      const body = schema.parse(bodyIn(values))
      if (preview) setReviewed({ review: await preview(body), body })
      else {
        await save(body)
        onClose()
      }
    },
    { toErrors: (error) => errorsByField(fieldErrorsOf(error)) },
  )
  const saveReviewed = async (body: z.output<Shape>) => {
    setSaving(true)
    try {
      await save(body)
      onClose()
    } catch (error) {
      toastError(failed, error)
    } finally {
      setSaving(false)
    }
  }
  if (reviewed) {
    return (
      <Dialog
        key="review"
        readFirst
        confirmClose
        onClose={onClose}
        title="Review changes"
        footer={
          <>
            <Button variant="secondary" onClick={() => setReviewed(null)}>
              Back
            </Button>
            <SendButton review={reviewed.review.mails} busy={saving} onSend={() => void saveReviewed(reviewed.body)}>
              {action}
            </SendButton>
          </>
        }
      >
        {showReview?.(reviewed.review)}
      </Dialog>
    )
  }
  return (
    <FormDialog key="form" form={form} onClose={onClose} button={preview ? 'Review changes' : action} {...dialog}>
      <div className="space-y-8">
        {children}
        {sections.map((section) => (
          <section key={section.title ?? section.fields[0]?.name}>
            {section.title && <h3 className="text-lg font-semibold">{section.title}</h3>}
            {section.hint && <p className="text-[0.9375rem] text-muted">{section.hint}</p>}
            <div
              className={`${section.title ? 'mt-3 ' : ''}${section.wide ? 'space-y-4' : grids[section.columns ?? 3]}`}
            >
              <Fields fields={section.fields} form={form} />
              {section.below?.(form.values)}
            </div>
          </section>
        ))}
      </div>
    </FormDialog>
  )
}

const grids = { 2: 'grid gap-5 sm:grid-cols-2', 3: 'grid items-end gap-5 sm:grid-cols-2 lg:grid-cols-3' } as const
