import type { HeaderPattern } from './column-roles.ts'

/** Without accents. */
export const spanishHeaderPatterns: readonly HeaderPattern[] = [
  { role: 'currency', pattern: /^(moneda|divisa)$/ },
  { role: 'status', pattern: /^estado( (del|de) (pago|la transferencia|deposito))?$/ },
  {
    role: 'paid_on',
    pattern: /^fecha (de |del )?(pago|deposito|transferencia|desembolso|cheque|distribucion|liquidacion)$/,
  },
  {
    role: 'payout_id',
    pattern: /^((number|numero|referencia) (de |del )?)?(pago|deposito|transferencia|desembolso|cheque|remesa)$/,
  },
  { role: 'given_on', pattern: /^donado( el)?$/, cells: 'dates' },
  { role: 'paid_on', pattern: /^(pagado|depositado|transferido|enviado|emitido)( el)?$/, cells: 'dates' },
  { role: 'payer', pattern: /^(pagador|pagado por|emisor)$/ },
  { role: 'company', pattern: /^(nombre de la )?(empresa|compania|empleador)$/ },
  { role: 'project', pattern: /^(proyecto|organizacion|beneficiario|nombre de la organizacion)$/ },
  { role: 'donor_first', pattern: /^nombres?( de pila)?$/ },
  { role: 'donor_last', pattern: /^apellidos?$/ },
  {
    role: 'donor_name',
    pattern:
      /^(nombre completo|donante|empleado|(nombre )?(del|de) (donante|empleado)|nombre (del|de) (donante|empleado))$/,
  },
  { role: 'email', pattern: /^(correo( electronico)?|direccion de correo)( (del|de) (donante|empleado))?$/ },
  { role: 'unread', pattern: /^(direccion|calle|ciudad|estado provincia|pais|telefono|codigo postal)$/ },
  { role: 'given_on', pattern: /^fecha( (de la donacion|del donativo|de la contribucion|de la transaccion))?$/ },
  { role: 'fee', pattern: /^(comision|comisiones|cargos?|tarifas?|gastos)( .{1,30})?$/, cells: 'money' },
  { role: 'net', pattern: /^((importe|monto) )?neto$/, cells: 'money' },
  { role: 'gross', pattern: /^((importe|monto) )?bruto$/, cells: 'money' },
  {
    role: 'expected_match',
    pattern:
      /\b(estimad[ao]|potencial|previst[ao]|esperad[ao]|pendiente)\b.{0,20}\b(igualacion|contrapartida)\b|\b(igualacion|contrapartida)\b.{0,20}\b(estimad[ao]|potencial|previst[ao]|esperad[ao]|pendiente)\b/,
  },
  {
    role: 'match',
    pattern:
      /^((importe|monto|donacion|aportacion|aporte) )?((de la|de|del) )?(igualacion|contrapartida|igualad[ao]|empresa|empleador)$/,
    cells: 'money',
  },
  {
    role: 'stated_gift',
    pattern:
      /^((importe|monto) (de la donacion|del donativo|donado)|donacion|donativo|donado|aportacion del empleado)$/,
    cells: 'money',
  },
  { role: 'paid', pattern: /^((importe|monto)( (pagado|recibido|total))?|total)$/, cells: 'money' },
  {
    role: 'line_id',
    pattern: /^((number|numero|id|identificador) (de |de la |del )?(donacion|donativo|transaccion|solicitud))$/,
  },
  { role: 'kind', pattern: /^tipo( (de|del) (donacion|donativo|pago|aportacion))?$/ },
]
