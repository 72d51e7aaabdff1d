-- A saved view of the list is a report. view_id is the number that it had as a view, which links of that time name.
ALTER TABLE reports ADD COLUMN IF NOT EXISTS view_id bigint;

INSERT INTO reports (organization_id, user_id, scope, name, created_at, deleted_at, view_id, look)
SELECT v.organization_id, v.user_id, CASE WHEN v.shared THEN 'organization' ELSE 'personal' END, v.name, now(), v.deleted_at, v.id,
  json_build_object(
    'columns', coalesce(shown.columns, '{"users.name": ""}'),
    'filters', jsonb_strip_nulls(
      f.filters - ARRAY['companyName', 'minAmount', 'dateFrom', 'dateTo', 'fromDate', 'toDate']
      || jsonb_build_object(
        'companies.name', f.filters -> 'companyName',
        -- the largest amount that a filter of a report takes
        'amount', CASE WHEN f.filters ? 'minAmount'
          THEN '>=' || trim_scale(least(ceil((f.filters ->> 'minAmount')::numeric * 100) / 100, 999999999.99)) END,
        'include_inert', 1,
        'date_from', CASE WHEN days.are_in_order THEN days.first END,
        'date_to', CASE WHEN days.are_in_order THEN days.last END,
        'last_days', CASE WHEN coalesce(days.first, days.last) IS NULL AND NOT coalesce((v.list ->> 'any_date')::boolean, false)
          THEN 90 END)),
    'sort_field', coalesce(v.list ->> 'sort_field', 'donated_at'),
    'ascending', coalesce((v.list ->> 'ascending')::boolean, false))
FROM list_views v
CROSS JOIN LATERAL (SELECT coalesce(v.list -> 'filters', '{}') AS filters) f
CROSS JOIN LATERAL (
  SELECT d.first, d.last, coalesce(d.first <= d.last, true) AS are_in_order
  FROM (SELECT greatest(f.filters ->> 'dateFrom', f.filters ->> 'fromDate') AS first,
    least(f.filters ->> 'dateTo', f.filters ->> 'toDate') AS last) d) days
CROSS JOIN LATERAL (
  SELECT json_object_agg(named.column, '' ORDER BY named.place) AS columns
  FROM (
    SELECT DISTINCT ON (coalesce(r.name, c.id)) coalesce(r.name, c.id) AS column, c.place
    FROM jsonb_array_elements_text(coalesce(v.list -> 'columns', '[]')) WITH ORDINALITY c (id, place)
    LEFT JOIN (VALUES ('id', 'donations.id'), ('donated_at', 'donated_at'), ('transaction_id', 'transaction_id'), ('amount', 'amount'),
      ('donor_name', 'users.name'), ('donor_email', 'users.email'), ('status', 'statuses.name'),
      ('organization', 'organizations.name'), ('company_name', 'companies.name'), ('matched', 'matched'), ('inert', 'inert'),
      ('silenced', 'silenced'), ('recurring_id', 'recurring_id'), ('gift_kind', 'gift_kind'), ('employment', 'employment'),
      ('payment_state', 'payment_state'), ('received', 'received'), ('received_day', 'received_day'),
      ('deadline_day', 'deadline_day')) r (id, name) USING (id)
    WHERE r.name IS NOT NULL OR c.id ~ '^custom\.[^\s.]{1,100}$' AND c.id NOT IN ('custom.amply', 'custom.company', 'custom.history')
    ORDER BY coalesce(r.name, c.id), c.place) named) shown;

-- A merge of companies that is undone finds the reports under their new numbers.
UPDATE directory_changes d SET undo = jsonb_set(d.undo, '{merge}', (d.undo -> 'merge') - 'views' || jsonb_build_object('reports',
  coalesce(d.undo #> '{merge,reports}', '[]') || coalesce((SELECT jsonb_agg(r.id) FROM reports r
    WHERE r.view_id IN (SELECT jsonb_array_elements_text(d.undo #> '{merge,views}')::bigint)), '[]')))
WHERE jsonb_typeof(d.undo #> '{merge,views}') = 'array';

DROP TABLE list_views;
