import { type BodyOf, mailSchedule, type mails, screens, staffMessages } from '@twofold/contract'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, messageOf } from '../../../../api/api-error.ts'
import { useApiMutation, useApiQuery } from '../../../../api/use-api.ts'
import { useOrganization } from '../../../../shared/current-organization.tsx'
import { useForm } from '../../../../shared/form.ts'
import { Button } from '../../../../ui/button.tsx'
import { Select } from '../../../../ui/choice.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { EmailFrame } from '../../../../ui/email-frame.tsx'
import { Field, fieldId, Input, Textarea } from '../../../../ui/field.tsx'
import { plural } from '../../../../ui/format.ts'
import { Notice } from '../../../../ui/notice.tsx'
import { toast, toastError } from '../../../../ui/toast-store.ts'
import { useDebounced } from '../../../../ui/use-debounced.ts'
import { SendButton, SendReview } from '../../../email/mails/index.ts'
import type { filtersOf } from '../list-state.ts'

export type MessageRequest = {
  readonly ids: readonly number[]
  readonly filters: ReturnType<typeof filtersOf> | null
  readonly sample: number
}

const variableNames: Readonly<Record<staffMessages.MessageVariable, string>> = {
  donor_first_name: 'Donor’s first name',
  receiving_org_name: 'Your organization’s name',
  gift_amount: 'Amount of the gift',
  donation_date: 'Date of the gift',
  matching_employer_name: 'Employer’s name',
}

type MessageText = { subject: string; body: string }
type Sent = BodyOf<typeof staffMessages.sendDonorMessage>
type TextField = keyof MessageText

export default function MessageDialog(props: {
  request: MessageRequest
  returnFocus: () => HTMLElement | null
  /** If `isSent` is false, the selection is kept. */
  onClose: (isSent?: boolean) => void
}) {
  const { request, returnFocus, onClose } = props
  const { id } = useOrganization()
  const navigate = useNavigate()
  const lastField = useRef<TextField>('body')
  const [review, setReview] = useState<mails.SendReview | null>(null)
  // With the same key, a repeated call sends nothing twice.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const previewSend = useApiMutation(staffMessages.reviewDonorMessage)
  const send = useApiMutation(staffMessages.sendDonorMessage, { refreshes: [mailSchedule.getMailSchedule] })
  const test = useApiMutation(staffMessages.testDonorMessage, { failed: 'Failed to send the test email' })
  const { ids, filters, sample } = request
  const selection: Pick<Sent, 'donation_ids' | 'filters'> = filters === null ? { donation_ids: [...ids] } : { filters }
  const form = useForm<MessageText>(staffMessages.messageText, { subject: '', body: '' }, async (message) => {
    setReview(await previewSend.mutateAsync({ params: { id }, body: { ...message, ...selection } }))
    setKey(crypto.randomUUID())
  })
  const { values } = form

  const sendNow = async (reviewed: mails.SendReview) => {
    const body = { ...values, ...selection, mails: reviewed.mails }
    try {
      const sent = await send.mutateAsync({ params: { id }, body, headers: { 'idempotency-key': key } })
      toast({
        title: `Message to ${plural(sent.mails, 'donor')} scheduled`,
        description: 'You can pause or cancel it until it’s sent.',
        action: { label: 'Scheduled emails', onPress: () => void navigate(screens.scheduledEmails) },
      })
      onClose(true)
    } catch (problem) {
      toastError('Message not sent', problem)
      if (problem instanceof ApiError && problem.code === 'conflict') await form.submit()
    }
  }
  const sendTest = () =>
    test.mutate(
      { params: { id }, body: { ...values, donation_id: sample } },
      { onSuccess: ({ to }) => toast({ title: 'Test email sent', description: `Look for it at ${to}.` }) },
    )
  const insert = (variable: string) => {
    const field = lastField.current
    const control = document.getElementById(fieldId(field))
    const text = values[field]
    const isText = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement
    const at = (isText ? control.selectionStart : null) ?? text.length
    const to = (isText ? control.selectionEnd : null) ?? at
    form.set({ [field]: `${text.slice(0, at)}{${variable}}${text.slice(to)}` })
    control?.focus()
  }
  const isWritten = staffMessages.messageText.safeParse(values).success

  if (review) {
    return (
      <Dialog
        readFirst
        confirmClose="Your message isn’t sent yet."
        onClose={() => onClose()}
        returnFocus={returnFocus}
        title={review.mails > 0 ? `Send to ${plural(review.mails, 'donor')}?` : 'No donor can be emailed'}
        footer={
          <>
            <Button variant="secondary" onClick={() => setReview(null)}>
              Back to the text
            </Button>
            {review.mails > 0 && (
              <SendButton review={review} busy={send.isPending} onSend={() => void sendNow(review)}>
                {`Send to ${plural(review.mails, 'donor')}`}
              </SendButton>
            )}
          </>
        }
      >
        <div className="space-y-3" aria-live="polite">
          <SendReview review={review} showsReasons />
          <p className="text-[0.9375rem] text-muted">
            Each donor gets this once, even if you selected several of their gifts. It counts toward these limits.
          </p>
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog
      width="wide"
      confirmClose={form.isDirty && 'Your message isn’t sent yet.'}
      onClose={() => onClose()}
      returnFocus={returnFocus}
      title="Email donors"
      footer={
        <>
          <Button variant="secondary" busy={test.isPending} disabled={!isWritten} onClick={sendTest}>
            Send a test to me
          </Button>
          <Button busy={form.busy} onClick={() => void form.submit()}>
            Review
          </Button>
        </>
      }
    >
      {form.errors.root && (
        <div className="mb-4">
          <Notice tone="problem">{form.errors.root}</Notice>
        </div>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <Field name="subject" label="Subject" error={form.errors.subject}>
            <Input
              {...form.field('subject')}
              maxLength={staffMessages.maxSubject}
              autoComplete="off"
              onFocus={() => {
                lastField.current = 'subject'
              }}
            />
          </Field>
          <Field
            name="insert_variable"
            label="Insert a variable"
            hint="Added at your cursor. An unknown first name becomes a neutral word."
          >
            <Select value="" onChange={({ target }) => target.value && insert(target.value)}>
              <option value="">Choose one</option>
              {staffMessages.messageVariables.map((name) => (
                <option key={name} value={name}>
                  {`${variableNames[name]} {${name}}`}
                </option>
              ))}
            </Select>
          </Field>
          <Field name="body" label="Message" error={form.errors.body}>
            <Textarea
              {...form.field('body')}
              maxLength={staffMessages.maxBody}
              rows={10}
              onFocus={() => {
                lastField.current = 'body'
              }}
            />
          </Field>
        </div>
        <Preview message={values} donationId={sample} />
      </div>
    </Dialog>
  )
}

function Preview({ message, donationId }: { message: MessageText; donationId: number }) {
  const { id } = useOrganization()
  const debounced = useDebounced(JSON.stringify(message))
  const parsed = staffMessages.messageText.safeParse(JSON.parse(debounced))
  const { data, error } = useApiQuery(
    staffMessages.previewDonorMessage,
    { params: { id }, body: { subject: '', body: '', ...parsed.data, donation_id: donationId } },
    { enabled: parsed.success, keepPrevious: true, staleMs: 60_000 },
  )
  if (error) return <Notice tone="problem">{messageOf(error)}</Notice>
  if (!data) return <p className="text-muted">The preview appears once there’s a subject and a message.</p>
  return (
    <section aria-label="Preview" className="min-w-0">
      <p className="mb-2 text-[0.9375rem] break-words">
        <span className="text-muted">To</span> {data.to}
        <br />
        <span className="text-muted">Subject</span> {data.subject}
      </p>
      <EmailFrame
        title="Preview of the email"
        html={data.html}
        className="h-112 w-full rounded-card border border-hairline bg-white"
      />
    </section>
  )
}
