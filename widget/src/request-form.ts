import { el, labeledField } from './element.ts'
import { employerCombobox } from './employer-combobox.ts'
import { canRequestMatch, policyPanel } from './policy-panel.ts'
import type { Employer, Service } from './service.ts'
import { readAmount, type Settings } from './settings.ts'

const noEmployer: Employer = { id: null, name: '' }

/** With `isDonationKnown`, the page provides the amount and the date. */
export function requestForm(
  service: Service,
  settings: Settings,
  dispatch: (name: 'employer' | 'requested', detail: object) => void,
  isDonationKnown = false,
): HTMLElement {
  let employer = noEmployer
  // The service sets a hidden date: the visitor's clock may be wrong.
  const day = settings.giftDate || (isDonationKnown ? '' : dayOf(new Date()))
  const amount = labeledField(
    service.texts.gift,
    el('input', { inputmode: 'decimal', value: settings.amount ? `${settings.amount}` : '' }),
  )
  const date = labeledField(service.texts.date, el('input', { type: 'date', value: day }))
  const name = labeledField(service.texts.name, el('input', { autocomplete: 'name', value: settings.donorName }))
  const email = labeledField(
    service.texts.email,
    el('input', { type: 'email', autocomplete: 'email', value: settings.donorEmail }),
  )
  const honeypot = el('input', { tabindex: '-1', autocomplete: 'off', 'aria-label': 'Website' })
  const problem = el('p', { class: 'problem', role: 'alert', hidden: true })
  const send = el('button', { type: 'submit' }, service.texts.send)
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
  const refresh = () => void view.show(employer, readAmount(amount.control.value), date.control.value)
  const combobox = employerCombobox(service, settings.label, (next, isChosen) => {
    employer = next
    if (!isChosen) return view.clear()
    dispatch('employer', next)
    refresh()
  })
  amount.control.onchange = refresh
  date.control.onchange = refresh
  person.hidden = isDonationKnown
  const form = el(
    'form',
    { novalidate: true },
    combobox.element,
    isDonationKnown ? null : el('div', { class: 'pair' }, amount.element, date.element),
    view.element,
    el('div', { hidden: true }, honeypot),
    person,
  )
  const fields = { employer: combobox, name, email, ...(isDonationKnown ? {} : { amount, date }) }
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
      website: honeypot.value,
    } as const
    const result = settings.isPreview
      ? { message: service.texts.preview, steps: null }
      : await service.requestMatch(settings.organization, body)
    send.disabled = false
    if ('message' in result) {
      dispatch('requested', employer)
      const confirmation = el('p', { class: 'strong', tabindex: '-1', role: 'status' }, result.message)
      const { steps } = result
      form.replaceWith(
        confirmation,
        steps ? el('a', { class: 'button', href: steps, target: '_blank', rel: 'noopener' }, service.texts.steps) : '',
      )
      return confirmation.focus()
    }
    for (const [key, field] of Object.entries(fields)) field.refuse(result.fields[key])
    const firstInvalid = Object.entries(fields).find(([key]) => result.fields[key])?.[1]
    problem.textContent = firstInvalid ? '' : (Object.values(result.fields)[0] ?? result.problem)
    problem.hidden = firstInvalid !== undefined
    firstInvalid?.control.focus()
  }
  return form
}

/** `2026-11-20` in the visitor's time zone. */
const dayOf = (now: Date): string =>
  new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
