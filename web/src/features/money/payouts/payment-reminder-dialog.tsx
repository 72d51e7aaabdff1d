import { type Currency, expectedMoney } from '@twofold/contract'
import { possessive } from '@twofold/matching'
import { Languages, Mail } from 'lucide-react'
import { useState } from 'react'
import { useApiQuery } from '../../../api/use-api.ts'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyTextButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Textarea } from '../../../ui/field.tsx'
import { plural } from '../../../ui/format.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { describeMoreMatches, mailtoUrlOf, paymentReminderOf, type ReminderLanguage } from './payment-reminder.ts'

type Props = { companyId: number; of: 'company' | 'platform'; currency: Currency; onClose: () => void }

export default function PaymentReminderDialog({ companyId, of, currency, onClose }: Props) {
  const { id } = useOrganization()
  const { data, error, refetch } = useApiQuery(expectedMoney.getOverdue, {
    params: { id, companyId },
    query: { currency, of },
  })
  const [chosen, setChosen] = useState<ReminderLanguage | null>(null)
  const isFrench = data?.organization.language === 'fr'
  const language = chosen ?? (isFrench ? 'fr' : 'en')
  const reminder = data && paymentReminderOf(data, { currency, language, of })
  return (
    <Dialog
      onClose={onClose}
      width="wide"
      readFirst
      title={data ? `Ask ${payerOf(data, of)} about overdue matches` : 'Ask about overdue matches'}
      description={data && [recipientSentence(data, of), ...omittedGiftsSentences(data)].join(' ')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          {isFrench && (
            <Button variant="quiet" icon={Languages} onClick={() => setChosen(language === 'fr' ? 'en' : 'fr')}>
              {language === 'fr' ? 'Write in English' : 'Write in French'}
            </Button>
          )}
          {reminder && <CopyTextButton text={reminder.body} label="Copy the letter" />}
          {data && reminder && (
            <Button icon={Mail} asChild>
              <a href={mailtoUrlOf(of === 'company' ? data.email : null, reminder)}>Open in email</a>
            </Button>
          )}
        </>
      }
    >
      {error && !data && (
        <ErrorState error={error} title={expectedMoney.expectedMessages.letterFailed} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton className="h-60 w-full" />}
      {reminder && (
        <Field name="letter" label={reminder.subject}>
          <Textarea readOnly rows={18} lang={language} value={reminder.body} />
        </Field>
      )}
    </Dialog>
  )
}

const payerOf = ({ company, platform }: expectedMoney.Overdue, of: Props['of']): string =>
  (of === 'platform' ? platform : null) ?? company.name

const omittedGiftsSentences = ({ gifts, more }: expectedMoney.Overdue): string[] =>
  more > 0
    ? [`The letter lists the ${plural(gifts.length, 'most overdue gift')}; ${describeMoreMatches(more)} overdue.`]
    : []

function recipientSentence({ company, platform, email }: expectedMoney.Overdue, of: Props['of']): string {
  if (of === 'platform' && platform) return `Send it to ${possessive(platform)} nonprofit support.`
  if (email) return `${company.name} accepts match requests at ${email}.`
  return platform
    ? `${company.name} pays through ${platform}. Send it to ${possessive(platform)} nonprofit support or to the company.`
    : `We don’t have an email address for this. Ask ${possessive(company.name)} giving team.`
}
