import type { FormValues } from './fill-form.ts'

/** Whom nobody is, for looking at where everything stands. */
export const sampleValues: FormValues = {
  donor_name: 'Maria Gonzalez',
  donor_email: 'maria.gonzalez@example.com',
  donor_phone: '(217) 555-0142',
  donor_address: '12 Oak Street, Springfield, IL 62701',
  employee_id: '471108',
  gift_amount: '$250.00',
  gift_date: 'Nov 20, 2026',
  transaction_id: 'TX-20261120-17',
  match_id: '4711',
  company_name: 'Sample Company',
  organization_name: 'Riverbend Food Bank',
  organization_ein: '37-1550142',
  organization_address: '210 Levee Road, Springfield, IL 62701',
  organization_contact: 'Marisol Vega',
  organization_email: 'giving@example.org',
  organization_website: 'https://example.org',
  donor_signature: 'Maria Gonzalez',
  donor_signed_on: 'Nov 21, 2026',
  nonprofit_signature: 'Marisol Vega',
  nonprofit_signed_on: 'Nov 23, 2026',
  nonprofit_signer: 'Marisol Vega',
  nonprofit_title: 'Executive Director',
}
