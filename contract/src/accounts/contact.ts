import { z } from 'zod'
import { route } from '../shared/route.ts'
import { isDeliverableAddress } from '../shared/wire.ts'

/** All messages are from the specification. */
export const contactForm = z.object({
  name: z.string().trim().min(1, 'Name is required').max(100, 'Name must be less than 100 characters'),
  email: z
    .string()
    .trim()
    .max(255, 'Email must be less than 255 characters')
    .pipe(z.email('Invalid email address').refine(isDeliverableAddress, 'Invalid email address')),
  subject: z.string().trim().min(1, 'Subject is required').max(200, 'Subject must be less than 200 characters'),
  message: z.string().trim().min(1, 'Message is required').max(2000, 'Message must be less than 2000 characters'),
})
export type ContactForm = z.infer<typeof contactForm>

export const sendMessage = route('POST', '/api/contact', {
  name: 'sendMessage',
  summary: 'Send a message to support; the reply is sent to the given address',
  access: 'public',
  body: contactForm.extend({
    website: z.string().max(500).optional().describe('hidden field for spam detection; must be empty'),
  }),
  response: z.object({ sent: z.literal(true) }),
  rate: { max: 30, seconds: 3600 },
})

export const getContactDetails = route('GET', '/api/contact', {
  name: 'getContactDetails',
  summary: 'Contact details of the product',
  access: 'public',
  response: z.object({
    email: z.string().nullable(),
    phone: z.string().nullable(),
    address: z.string().nullable().describe('postal address on one line'),
  }),
  rate: { max: 300, seconds: 60 },
})
