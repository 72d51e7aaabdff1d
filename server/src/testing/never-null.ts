/** Functions, operators, and expressions by their handling of null. */

// Not null if no argument is null.
export const totalFunctions = new Set([
  ...['lower', 'upper', 'btrim', 'length', 'left', 'right', 'replace', 'normalize', 'concat_ws', 'to_char', 'to_json'],
  ...['date_trunc', 'extract', 'timezone', 'date', 'timestamp', 'timestamptz', 'make_interval', 'int2', 'int4', 'int8'],
  ...['float8', 'numeric', 'text', 'round', 'greatest', 'cardinality', 'array_prepend', 'array_append', 'array_cat'],
  ...[
    'array_remove',
    'convert_to',
    'encode',
    'nextval',
    'md5',
    'sha256',
    'pg_try_advisory_xact_lock',
    'hashtextextended',
    'generate_series',
  ],
])
// Never null.
export const neverNullFunctions = new Set([
  ...['concat', 'json_build_object', 'jsonb_build_object', 'json_build_array', 'now', 'clock_timestamp'],
  ...['pg_backend_pid', 'gen_random_uuid', 'statement_timestamp', 'transaction_timestamp'],
])
// Defined in our migrations.
export const ourTotalFunctions = new Set(['employer_key', 'week_of_deadline'])
export const ourNeverNullSets = new Set([
  'campaign_of',
  'campaigns_reaching',
  'donations_waiting_for',
  'live_email_templates',
  'own_policies_reaching',
  'reports_reaching',
  'slugs_like',
])
export const totalOperators = new Set([
  ...['=', '<>', '<', '>', '<=', '>=', '+', '-', '*', '/', '%', '||', '~', '~*', '!~', '~~', '~~*', '!~~', '!~~*'],
  ...['@>', '<@', '&&'],
])
export const neverNullKinds = new Set([
  'NULLTEST',
  'BOOLEANTEST',
  'DISTINCTEXPR',
  'ARRAYEXPR',
  'ROWEXPR',
  'SQLVALUEFUNCTION',
])
