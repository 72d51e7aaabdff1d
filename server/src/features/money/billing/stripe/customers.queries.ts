import { z } from 'zod'
import type { Db, Tenant } from '../../../../platform/database/database.ts'
import { sql } from '../../../../platform/database/sql.ts'
import { isDueAtStripe } from './collecting.queries.ts'

const customerRow = z.object({
  name: z.string(),
  email: z.string(),
  created_at: z.date(),
  customer_id: z.string().nullable(),
})

export async function findCustomer(db: Db, organizationId: number): Promise<z.infer<typeof customerRow> | null> {
  return sql(customerRow)`
    SELECT name, coalesce(nullif(billing_contact_email, ''), contact_email) AS email, created_at,
      stripe_customer_id AS customer_id
    FROM organizations WHERE id = ${organizationId}`.first(db)
}

/** Replaces the former customer unless another request already did. */
export async function saveCustomer(
  db: Db,
  organizationId: number,
  customer: { readonly former: string | null; readonly customerId: string },
): Promise<void> {
  await sql`
    UPDATE organizations SET stripe_customer_id = ${customer.customerId}, stripe_card_since = NULL
    WHERE id = ${organizationId} AND stripe_customer_id IS NOT DISTINCT FROM ${customer.former}::text`.execute(db)
}

/** Null removes the card. An existing card keeps its date. */
export async function saveCard(
  db: Db,
  organizationId: number,
  { customerId, since }: { readonly customerId: string; readonly since: Date | null },
): Promise<void> {
  await sql`
    UPDATE organizations
    SET stripe_card_since = CASE WHEN ${since}::timestamptz IS NOT NULL THEN coalesce(stripe_card_since, ${since}) END
    WHERE id = ${organizationId} AND stripe_customer_id = ${customerId}`.execute(db)
}

const organizationIdRow = z.object({ organization_id: z.int() })

export async function findOrganizationByCustomer(
  db: Db,
  customerId: string,
): Promise<z.infer<typeof organizationIdRow> | null> {
  return sql(organizationIdRow)`
    SELECT id AS organization_id FROM organizations WHERE stripe_customer_id = ${customerId}
    ORDER BY id LIMIT 1`.first(db)
}

const customerIdRow = z.object({ customer_id: z.string() })

export async function listCustomers(db: Db, after: string, atMost: number): Promise<string[]> {
  return sql(customerIdRow)`
    SELECT stripe_customer_id AS customer_id FROM organizations
    WHERE stripe_customer_id IS NOT NULL AND stripe_customer_id > ${after}
    ORDER BY stripe_customer_id LIMIT ${atMost}`.column(db, 'customer_id')
}

/** Customers from whom nothing is left to collect, including entries not invoiced yet. */
export async function listErasedCustomers(db: Db, after: string, atMost: number): Promise<string[]> {
  return sql(customerIdRow)`
    SELECT o.stripe_customer_id AS customer_id FROM organizations o
    WHERE o.stripe_customer_id IS NOT NULL AND o.stripe_customer_id > ${after} AND o.erased_at IS NOT NULL
      AND NOT EXISTS (SELECT FROM invoices i WHERE i.organization_id = o.id AND i.stripe_state = 'open')
      AND NOT EXISTS (SELECT FROM invoices i WHERE i.organization_id = o.id AND ${isDueAtStripe})
      AND NOT EXISTS (SELECT FROM ledger_entries e
        WHERE e.organization_id = o.id AND e.invoice_id IS NULL AND e.kind <> 'payment')
    ORDER BY o.stripe_customer_id LIMIT ${atMost}`.column(db, 'customer_id')
}

export async function clearCustomer(db: Db, customerId: string): Promise<void> {
  await sql`
    UPDATE organizations SET stripe_customer_id = NULL, stripe_card_since = NULL
    WHERE stripe_customer_id = ${customerId} AND erased_at IS NOT NULL`.execute(db)
}

type NewCheckout = { readonly sessionId: string; readonly plan: string; readonly userId: number; readonly now: Date }

export async function insertCheckout(db: Db, organizationId: number, checkout: NewCheckout): Promise<void> {
  await sql`
    INSERT INTO stripe_checkouts (organization_id, session_id, plan, user_id, opened_at)
    VALUES (${organizationId}, ${checkout.sessionId}, ${checkout.plan}, ${checkout.userId}, ${checkout.now})`.execute(
    db,
  )
}

const isOpen = sql`c.completed_at IS NULL AND c.expired_at IS NULL`
/** A plan was chosen after the checkout was opened. */
const isOutdated = sql`EXISTS (SELECT FROM plan_choices p
  WHERE p.organization_id = c.organization_id AND p.at > c.opened_at)`

const checkoutRow = z.object({
  organization_id: z.int(),
  plan: z.string(),
  user_id: z.int(),
  is_open: z.boolean(),
  is_outdated: z.boolean(),
})

export async function findCheckout(db: Db, sessionId: string): Promise<z.infer<typeof checkoutRow> | null> {
  return sql(checkoutRow)`
    SELECT c.organization_id, c.plan, c.user_id, ${isOpen} AS is_open, ${isOutdated} AS is_outdated
    FROM stripe_checkouts c WHERE c.session_id = ${sessionId}`.first(db)
}

export async function endCheckout(
  db: Db,
  organizationId: number,
  {
    sessionId,
    as: outcome,
    now,
  }: { readonly sessionId: string; readonly as: 'completed' | 'expired'; readonly now: Date },
): Promise<void> {
  await sql`
    UPDATE stripe_checkouts c SET ${outcome === 'completed' ? sql`completed_at` : sql`expired_at`} = ${now}
    WHERE c.organization_id = ${organizationId} AND c.session_id = ${sessionId} AND ${isOpen}`.execute(db)
}

const openRow = z.object({ session_id: z.string(), is_over: z.boolean() })

/** `is_over`: the organization was closed or chose a plan since. Crosses organizations. */
export async function listOpenCheckouts(db: Db, after: string, atMost: number): Promise<z.infer<typeof openRow>[]> {
  return sql(openRow)`
    SELECT c.session_id, o.cancelled_at IS NOT NULL OR o.rule_deactivated OR ${isOutdated} AS is_over
    FROM stripe_checkouts c JOIN organizations o ON o.id = c.organization_id
    WHERE ${isOpen} AND c.session_id > ${after} ORDER BY c.session_id LIMIT ${atMost}`.rows(db)
}

const pendingPlanRow = z.object({ plan: z.string() })

export async function findPendingPlan(db: Db, { organizationId }: Tenant): Promise<string | null> {
  return sql(pendingPlanRow)`
    SELECT c.plan FROM stripe_checkouts c
    WHERE c.organization_id = ${organizationId} AND ${isOpen} AND NOT ${isOutdated}
    ORDER BY c.opened_at DESC, c.session_id LIMIT 1`.value(db, 'plan')
}
