import { el, labeledField } from './element.ts'
import { employerCombobox } from './employer-combobox.ts'
import { canRequestMatch, policyPanel } from './policy-panel.ts'
import type { Employer, Service } from './service.ts'
import { readAmount, type Settings } from './settings.ts'

const nobody: Employer = { id: null, name: '' }

/** With `isDonationKnown`, the page provides the amount and the date. */
export function requestForm(
  service: Service,
  settings: Settings,
  tell: (name: 'employer' | 'requested', detail: object) => void,
  isDonationKnown = false,
): HTMLElement {
  let employer = nobody
  // The service sets a hidden date: the visitor's clock may be wrong.
  const day = settings.giftDate || (isDonationKnown ? '' : dayOf(new Date()))
  const amount = labeledField(
    'Your gift',
    el('input', { inputmode: 'decimal', value: settings.amount ? `${settings.amount}` : '' }),
  )
  const date = labeledField('Date of the gift', el('input', { type: 'date', value: day }))
  const name = labeledField('Your name', el('input', { autocomplete: 'name', value: settings.donorName }))
  const email = labeledField(
    'Your email',
    el('input', { type: 'email', autocomplete: 'email', value: settings.donorEmail }),
  )
  const trap = el('input', { tabindex: '-1', autocomplete: 'off', 'aria-label': 'Website' })
  const problem = el('p', { class: 'problem', role: 'alert', hidden: true })
  const send = el('button', { type: 'submit' }, 'Ask for my match')
  const person = el(
    'div',
    { class: 'person' },
    el('div', { class: 'pair' }, name.element, email.element),
    problem,
    send,
  )
  const view = policyPanel(service, settings.organization, (policy) => {
    person.hidden = !canRequestMatch(policy) || (isDonationKnown && !employer.name)
  })
  const look = () => void view.show(employer, readAmount(amount.control.value), date.control.value)
  const box = employerCombobox(service, settings.label, (next, isChosen) => {
    employer = next
    if (!isChosen) return view.clear()
    tell('employer', next)
    look()
  })
  amount.control.onchange = look
  date.control.onchange = look
  person.hidden = isDonationKnown
  const form = el(
    'form',
    { novalidate: true },
    box.element,
    isDonationKnown ? null : el('div', { class: 'pair' }, amount.element, date.element),
    view.element,
    el('div', { hidden: true }, trap),
    person,
  )
  const fields = { employer: box, name, email, ...(isDonationKnown ? {} : { amount, date }) }
  form.onsubmit = async (event) => {
    event.preventDefault()
    send.disabled = true
    const body = {
      name: name.control.value,
      email: email.control.value,
      amount: readAmount(amount.control.value) ?? 0,
      ...(date.control.value || !isDonationKnown ? { date: date.control.value } : {}),
      employer: employer.name,
      company_id: employer.id,
      transaction_id: settings.transactionId,
      from: 'widget',
      website: trap.value,
    } as const
    const answer = settings.isPreview
      ? { message: 'This is a preview. Nothing was sent.', steps: null }
      : await service.requestMatch(settings.organization, body)
    send.disabled = false
    if ('message' in answer) {
      tell('requested', employer)
      const done = el('p', { class: 'strong', tabindex: '-1', role: 'status' }, answer.message)
      const { steps } = answer
      form.replaceWith(
        done,
        steps ? el('a', { class: 'button', href: steps, target: '_blank', rel: 'noopener' }, 'See the steps now') : '',
      )
      return done.focus()
    }
    for (const [key, field] of Object.entries(fields)) field.refuse(answer.fields[key])
    const first = Object.entries(fields).find(([key]) => answer.fields[key])?.[1]
    problem.textContent = first ? '' : (Object.values(answer.fields)[0] ?? answer.problem)
    problem.hidden = first !== undefined
    first?.control.focus()
  }
  return form
}

/** `2026-11-20` in the visitor's time zone. */
const dayOf = (now: Date): string =>
  new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
